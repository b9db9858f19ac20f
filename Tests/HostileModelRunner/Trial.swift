import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema

/// What a program does with a model that it has been given: load it, look at what is packed with it, run it once.
struct Trial {
  let memoryLimit: Int
  let timeLimit: Duration?

  /// - Throws: `ModelError` or `InterpreterError`; anything else is a fault of the package.
  func run(_ bytes: [UInt8], _ progress: Progress) throws {
    let model = try Model(ByteSlice(bytes))
    progress.count(.loaded)
    readWhatIsPacked(with: model)

    var options = Interpreter.Options()
    options.memoryLimit = memoryLimit
    options.timeLimit = timeLimit
    options.subgraphCallLimit = 1000
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    progress.count(.prepared)
    for index in 0..<interpreter.inputTensorCount { try fillInput(index, of: interpreter) }
    try interpreter.invoke()
    for index in 0..<interpreter.outputTensorCount { _ = try interpreter.output(at: index) }
    progress.count(.ran)
  }

  /// Broken metadata stops nobody from running a model.
  private func readWhatIsPacked(with model: Model) {
    for file in (try? model.packedFiles()) ?? [] { _ = try? file.lines }
    let described = (try? model.modelMetadata())?.subgraphMetadata ?? []
    for tensor in described.flatMap({ $0.inputTensorMetadata + $0.outputTensorMetadata }) {
      _ = try? model.labels(of: tensor)
    }
  }

  /// Small numbers, which make sense as shapes and indices too.
  private func fillInput(_ index: Int, of interpreter: Interpreter) throws {
    let input = try interpreter.input(at: index)
    let pattern: [UInt8] =
      switch input.dataType {
      case .int32: [1, 0, 0, 0]
      case .int64: [1, 0, 0, 0, 0, 0, 0, 0]
      case .float32: [0, 0, 128, 63]
      default: (0..<251).map { UInt8(truncatingIfNeeded: 37 &* $0 &+ 11) }
      }
    let data = Data((0..<input.data.count).map { pattern[$0 % pattern.count] })
    do {
      try interpreter.copy(data, toInputAt: index)
    } catch InterpreterError.failedToCopyDataToInputTensor {
      // An input that is a constant keeps its values.
    }
  }
}
