import Foundation
import TFLite

/// This package's interpreter.
struct InterpreterEngine: Engine {
  var options = Interpreter.Options()

  init(numerics: Interpreter.Numerics = .reference) { options.numerics = numerics }

  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    do {
      let interpreter = try Interpreter(modelData: Data(model), options: options)
      try interpreter.allocate()
      return .ran(try interpreter.run(feeds))
    } catch {
      return .refused(reason: "\(error)")
    }
  }
}

extension Interpreter {
  /// Feeds every input, runs, and reads every output. The tensors must be allocated.
  func run(_ feeds: [[UInt8]]) throws -> [EngineOutput] {
    for (index, bytes) in feeds.enumerated() { try copy(Data(bytes), toInputAt: index) }
    try invoke()
    return try (0..<outputTensorCount).map { index in
      let tensor = try output(at: index)
      return EngineOutput(shape: tensor.shape.dimensions, bytes: [UInt8](tensor.data))
    }
  }
}
