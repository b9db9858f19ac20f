import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TFLiteVision

/// What a program does with a model: load it, look at what it says of itself, run it, write it.
enum ModelTrial {
  static func run(_ bytes: [UInt8]) throws {
    let model = try Model(ByteSlice(bytes))
    _ = try? model.modelMetadata()
    _ = try? model.packedFiles()
    _ = LabelList(packedWith: model)
    // What can be read can be written, and read again.
    if let written = try? model.serialized() { _ = try Model(ByteSlice(written)) }
    try invoke(model)
  }

  /// Runs a model twice, within a little memory and work.
  static func invoke(_ model: Model) throws {
    var options = Interpreter.Options()
    options.memoryLimit = 1 << 24
    options.workLimit = 10_000_000
    options.subgraphCallLimit = 100
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    for _ in 0..<2 {
      for index in 0..<interpreter.inputTensorCount { try fill(index, of: interpreter) }
      try interpreter.invoke()
    }
    for index in 0..<interpreter.outputTensorCount { _ = try? interpreter.output(at: index) }
  }

  /// Bytes that are neither all alike nor the same in every input.
  private static func fill(_ index: Int, of interpreter: Interpreter) throws {
    guard let count = try? interpreter.input(at: index).data.count else { return }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ index) &* 37) }
    _ = try? interpreter.copy(Data(bytes), toInputAt: index)
  }
}
