import TFLiteFlatBuffers
import TFLiteSchema

extension Model {
  /// The same with a metadata entry whose buffer holds a text.
  func stating(_ text: String, named name: String) -> Model {
    var model = self
    let buffer = UInt32(model.buffers.count)
    model.buffers.append(Buffer(data: ByteSlice(Array(text.utf8))))
    model.metadata.append(
      Metadata {
        $0.name = name
        $0.buffer = buffer
      })
    return model
  }
}
