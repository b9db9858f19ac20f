import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import TestRandomness
import Testing

/// Programs of random calls, with wrong indices and sizes among them: none crashes, every error is one of the interface,
/// and the interpreter can be used as if it were new.
@Suite struct RandomProgramTests {
  private static let sketches = ModelSketch.all

  /// An index that is often right.
  private func index(_ count: Int, _ random: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: [-1, count, .max, .min].randomElement(using: &random) ?? -1
    default: Int.random(in: 0..<max(1, count), using: &random)
    }
  }

  private func shape(_ original: [Int], _ random: inout SeededGenerator) -> [Int] {
    var shape = original
    switch Int.random(in: 0..<5, using: &random) {
    case 0: shape = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
    case 1:
      shape = [[-1], [.max], [.min, 2], [1 << 31], [65536, 65536, 65536, 65536]].randomElement(using: &random) ?? []
    case 2 where !shape.isEmpty: shape[0] += 1
    default: break
    }
    return shape
  }

  private func step(_ interpreter: Interpreter, _ shapes: [[Int]], _ random: inout SeededGenerator) throws {
    let input = index(interpreter.inputTensorCount, &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let original = shapes.indices.contains(input) ? shapes[input] : [2]
      try interpreter.resizeInput(at: input, to: Tensor.Shape(shape(original, &random)))
    case 1: try interpreter.allocateTensors()
    case 2: try interpreter.invoke()
    case 3: _ = try interpreter.output(at: index(interpreter.outputTensorCount, &random)).floats()
    case 4: try interpreter.resetVariableTensors()
    case 5:
      try interpreter.withInput(at: input, as: UInt8.self) { elements in
        for index in elements.indices { elements[index] = UInt8.random(in: 0...255, using: &random) }
      }
    case 6:
      _ = try interpreter.withOutput(at: index(interpreter.outputTensorCount, &random), as: Float.self) { $0.count }
    default:
      let right = try? interpreter.input(at: input).data.count
      let count = Bool.random(using: &random) ? right ?? 6 : Int.random(in: 0...64, using: &random)
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      try interpreter.copy(data, toInputAt: input)
    }
  }

  /// Fills the inputs with what the seed gives, small numbers for shapes, and runs.
  private func results(_ interpreter: Interpreter, _ shapes: [[Int]], seed: UInt64) throws -> [Data] {
    var random = SeededGenerator(seed: seed, stream: "inputs")
    for (index, shape) in shapes.enumerated() { try interpreter.resizeInput(at: index, to: Tensor.Shape(shape)) }
    try interpreter.allocateTensors()
    for index in shapes.indices {
      let input = try interpreter.input(at: index)
      let data =
        input.dataType == .int32
        ? Data([UInt8]([3, 4] as [Int32]))
        : try input.quantize(
          (0..<input.shape.dimensions.reduce(1, *)).map { _ in Float.random(in: 0...9, using: &random) })
      try interpreter.copy(data.count == input.data.count ? data : Data(count: input.data.count), toInputAt: index)
    }
    try interpreter.invoke()
    return try (0..<interpreter.outputTensorCount).map { try interpreter.output(at: $0).data }
  }

  @Test(arguments: 0..<10) func programs(_ part: Int) throws {
    for seed in UInt64(100 * part)..<UInt64(100 * part + 100) {
      let (name, sketch) = Self.sketches[Int(seed) % Self.sketches.count]
      let model = try Model(ByteSlice(try sketch.model.serialized()))
      let graph = model.subgraphs[0]
      let shapes = graph.inputs.map { graph.tensors[Int($0)].shape.map(Int.init) }
      var options = Interpreter.Options()
      options.memoryLimit = 1 << 20
      let expected = try results(Interpreter(model: model, options: options), shapes, seed: seed)
      let interpreter = try Interpreter(model: model, options: options)
      var random = SeededGenerator(seed: seed, stream: "program")
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        do {
          try step(interpreter, shapes, &random)
        } catch let error as InterpreterError {
          #expect(!error.description.isEmpty)
        } catch {
          Issue.record("seed \(seed), \(name): \(type(of: error)) \(error)")
        }
      }
      do {
        #expect(try results(interpreter, shapes, seed: seed) == expected, "seed \(seed), \(name)")
      } catch {
        Issue.record("seed \(seed), \(name): the interpreter cannot be used again: \(error)")
      }
    }
  }
}
