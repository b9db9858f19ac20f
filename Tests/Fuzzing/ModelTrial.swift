import TFLiteFlatBuffers
import TFLiteSchema
import TFLiteVision

/// What a program does with a model: load it, look at what it says of itself, write it, look into it, run it.
enum ModelTrial {
  static func run(_ bytes: [UInt8]) throws {
    let model = try Model(ByteSlice(bytes))
    _ = try? model.modelMetadata()
    _ = try? model.packedFiles()
    _ = LabelList(packedWith: model)
    // What can be read can be written, and read again.
    if let written = try? model.serialized() { _ = try Model(ByteSlice(written)) }
    try InspectionTrial.run(model, decidedBy: bytes)
    try InvocationTrial.run(model, decidedBy: bytes)
  }
}
