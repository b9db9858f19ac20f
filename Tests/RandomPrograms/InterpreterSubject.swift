import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import TestRandomness

/// A model that programs use, with a signature.
struct InterpreterSubject: Sendable {
  static let signatureKey = "serve"

  let name: String
  let model: Model

  init(name: String, model: Model) throws {
    self.name = name
    let graph = model.subgraphs[0]
    func maps(_ prefix: String, _ tensors: [Int32]) -> [TensorMap] {
      tensors.enumerated().map { index, tensor in
        TensorMap {
          $0.name = "\(prefix)\(index)"
          $0.tensorIndex = UInt32(tensor)
        }
      }
    }
    var signed = model
    signed.signatureDefs = [
      SignatureDef {
        $0.signatureKey = Self.signatureKey
        ($0.inputs, $0.outputs) = (maps("in", graph.inputs), maps("out", graph.outputs))
      }
    ]
    self.model = signed
  }

  /// The shapes of the inputs as the file states them.
  var shapes: [[Int]] {
    let graph = model.subgraphs[0]
    return graph.inputs.map { graph.tensors[Int($0)].shape.map(Int.init) }
  }

  /// Small models of one operator each, and where the zoo is, models of some that are small. All of them give equal
  /// results for equal inputs.
  static let all: [InterpreterSubject] = {
    let sketches = (ModelSketch.all + ModelSketch.special).compactMap { name, sketch in
      try? InterpreterSubject(name: name, model: Model(ByteSlice(try sketch.model.serialized())))
    }
    let real = Zoo.models(upTo: 50_000).compactMap { name in
      try? InterpreterSubject(name: name, model: Model(contentsOfFile: Zoo.model(name)))
    }
    return (sketches + real).filter { $0.hasSmallInputs && !$0.hasVariables && $0.isRepeatable }
  }()

  /// Whether it keeps what no call takes away (`Interpreter.resetVariableTensors()`).
  private var hasVariables: Bool { model.operatorCodes.contains { $0.builtinCode == .assignVariable } }

  private var hasSmallInputs: Bool { shapes.allSatisfy { $0.reduce(1) { $0 * max(1, $1) } <= 20_000 } }

  private var isRepeatable: Bool {
    func fresh() -> [Data]? {
      guard let interpreter = try? Interpreter(model: model) else { return nil }
      return try? results(of: interpreter, seed: 0)
    }
    let first = fresh()
    return first != nil && first == fresh()
  }

  /// The outputs that somebody gets who makes no mistake, whatever the interpreter has been used for before.
  func results(of interpreter: Interpreter, seed: UInt64) throws -> [Data] {
    var random = SeededGenerator(seed: seed, stream: "inputs")
    interpreter.observer = nil
    for (index, shape) in shapes.enumerated() { try interpreter.resizeInput(at: index, to: Tensor.Shape(shape)) }
    try interpreter.allocateTensors()
    try interpreter.resetVariableTensors()
    for index in shapes.indices {
      let input = try interpreter.input(at: index)
      try interpreter.copy(Self.values(for: input, &random), toInputAt: index)
    }
    try interpreter.invoke()
    return try (0..<interpreter.outputTensorCount).map { try interpreter.output(at: $0).data }
  }

  /// Values that operators can compute with: integers are small, since they may be shapes or indices.
  private static func values(for input: Tensor, _ random: inout SeededGenerator) -> Data {
    let count = input.data.count
    let pattern: [UInt8]
    switch input.dataType {
    case .float32: pattern = [UInt8]((0..<99).map { _ in Float.random(in: -1...1, using: &random) })
    case .int32 where count == 8: pattern = [UInt8]([3, 4] as [Int32])
    case .int8, .uInt8: pattern = (0..<99).map { _ in UInt8.random(in: 0...255, using: &random) }
    default: pattern = [0]
    }
    return Data((0..<count).map { pattern[$0 % pattern.count] })
  }
}
