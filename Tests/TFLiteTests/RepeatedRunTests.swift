import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import TestRandomness
import Testing

/// Equal inputs give equal bits: again, with other numbers of threads, and from several interpreters at once.
@Suite struct RepeatedRunTests {
  private static let names = ModelSketch.all.map(\.name)

  private func model(_ name: String) throws -> Model {
    let sketch = try #require(ModelSketch.all.first { $0.name == name }).sketch
    return try Model(ByteSlice(try sketch.model.serialized()))
  }

  /// The outputs for inputs that the seed makes; shapes are left as they fit.
  private func run(_ interpreter: Interpreter, seed: UInt64) throws -> [Data] {
    var random = SeededGenerator(seed: seed)
    for index in 0..<interpreter.inputTensorCount {
      let input = try interpreter.input(at: index)
      let data: Data
      switch input.dataType {
      case .int32 where input.shape.dimensions == [2]: data = Data([UInt8]([3, 4] as [Int32]))
      case .float32:
        data = Data(
          [UInt8]((0..<input.data.count / 4).map { _ in Float.random(in: -100...100, using: &random) } as [Float]))
      default: data = Data((0..<input.data.count).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      try interpreter.copy(data, toInputAt: index)
    }
    try interpreter.invoke()
    return try (0..<interpreter.outputTensorCount).map { try interpreter.output(at: $0).data }
  }

  private func interpreter(_ model: Model, threads: Int) throws -> Interpreter {
    var options = Interpreter.Options()
    options.threadCount = threads
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocateTensors()
    return interpreter
  }

  @Test(arguments: names)
  func againAndWithOtherThreads(_ name: String) throws {
    let model = try model(name)
    let alone = try interpreter(model, threads: 1)
    let first = try run(alone, seed: 1)
    #expect(try run(alone, seed: 2) != first)
    #expect(try run(alone, seed: 1) == first)
    for threads in [2, 3, 8] {
      let interpreter = try interpreter(model, threads: threads)
      for _ in 0..<3 { #expect(try run(interpreter, seed: 1) == first, "\(threads) threads") }
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func largeConvolutions(_ threads: Int) throws {
    let sketch = ModelSketch.conv2D()
    let interpreter = try interpreter(sketch.model, threads: threads)
    try interpreter.resizeInput(at: 0, to: [2, 61, 47, 2])
    try interpreter.allocateTensors()
    let other = try self.interpreter(sketch.model, threads: 1)
    try other.resizeInput(at: 0, to: [2, 61, 47, 2])
    try other.allocateTensors()
    for seed in 0..<4 as Range<UInt64> {
      #expect(try run(interpreter, seed: seed) == run(other, seed: seed), "seed \(seed)")
    }
  }

  @Test func severalInterpretersOfOneModel() throws {
    let model = try model("CONV_2D")
    let expected = try (0..<8 as Range<UInt64>).map { try run(interpreter(model, threads: 1), seed: $0) }
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      do {
        let interpreter = try interpreter(model, threads: 1 + index % 3)
        for _ in 0..<50 where try run(interpreter, seed: UInt64(index)) != expected[index] {
          failures.add("interpreter \(index) gives another result")
        }
      } catch {
        failures.add("interpreter \(index): \(error)")
      }
    }
    #expect(failures.all == [])
  }
}

/// What went wrong in several threads.
private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var messages: [String] = []

  var all: [String] { lock.withLock { messages } }

  func add(_ message: String) { lock.withLock { messages.append(message) } }
}
