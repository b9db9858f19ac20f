/// A named buffer with information about the model.
public struct Metadata: SchemaTable {
  /// What the buffer holds, such as `TFLITE_METADATA` or `min_runtime_version`.
  public var name: String = ""

  /// Index of the buffer.
  public var buffer: UInt32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "buffer", &buffer)
  }
}
