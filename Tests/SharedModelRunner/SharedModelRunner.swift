import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

/// Runs interpreters of one shared model in several threads, each with helping threads; for the thread sanitizer.
@main
enum SharedModelRunner {
  private static let threadCount = 4
  private static let runCount = 20

  static func main() throws {
    for (name, sketch) in ModelSketch.all {
      let model = try Model(ByteSlice(try sketch.model.serialized()))
      let expected = try results(of: model, helpers: 1)
      let wrong = Counter()
      DispatchQueue.concurrentPerform(iterations: threadCount) { index in
        for _ in 0..<runCount where (try? results(of: model, helpers: 1 + index % 3)) != expected { wrong.increment() }
      }
      guard wrong.count == 0 else {
        print("\(name): \(wrong.count) runs gave other results, or none")
        exit(1)
      }
    }
    print("\(ModelSketch.all.count) models, each shared by \(threadCount) threads: equal results")
  }

  /// The outputs for inputs of a fixed pattern; small numbers, which make sense as shapes too.
  private static func results(of model: Model, helpers: Int) throws -> [Data] {
    var options = Interpreter.Options()
    options.threadCount = helpers
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    for index in 0..<interpreter.inputTensorCount {
      let input = try interpreter.input(at: index)
      let data =
        input.dataType == .int32
        ? Data([UInt8]([3, 4] as [Int32]))
        : try input.quantize((0..<input.shape.dimensions.reduce(1, *)).map { Float($0 * 7 % 23) })
      if data.count == input.data.count { try interpreter.copy(data, toInputAt: index) }
    }
    try interpreter.invoke()
    return try (0..<interpreter.outputTensorCount).map { try interpreter.output(at: $0).data }
  }
}

/// A number that several threads raise.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  var count: Int { lock.withLock { value } }

  func increment() { lock.withLock { value += 1 } }
}
