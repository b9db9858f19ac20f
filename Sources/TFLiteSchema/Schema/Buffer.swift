import TFLiteFlatBuffers

/// The data of a constant tensor, or of a metadata entry.
public struct Buffer: SchemaTable {
  /// The bytes, wherever the file keeps them: in the table, or behind the FlatBuffer. Nil if there are none, which is
  /// not the same as a constant without elements.
  public var data: ByteSlice? = nil

  /// Where data lies that is kept behind the FlatBuffer, in bytes from the start of the file.
  var offset: UInt64 = 0

  /// Bytes of data that is kept behind the FlatBuffer.
  var size: UInt64 = 0

  /// No data.
  public init() {}

  /// A buffer with `data`.
  public init(data: ByteSlice) { self.data = data }

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "data", &data, alignment: 16)
    try visitor.visit(1, "offset", &offset)
    try visitor.visit(2, "size", &size)
  }
}
