/// Another file that holds constants of the model.
public struct ExternalBufferGroup: SchemaTable {
  /// Name of the file.
  public var name: String = ""

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
  }
}

/// A slice of another file, which tensors refer to by its identity.
public struct ExternalBuffer: SchemaTable {
  /// Identity of the slice; not 0.
  public var id: UInt32 = 0

  /// Index of the file in the model's groups.
  public var group: UInt32 = 0

  /// First byte of the slice.
  public var offset: UInt64 = 0

  /// Bytes of the slice.
  public var length: UInt64 = 0

  /// How the elements are packed.
  public var packing: String = ""

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "id", &id)
    try visitor.visit(1, "group", &group)
    try visitor.visit(2, "offset", &offset)
    try visitor.visit(3, "length", &length)
    try visitor.visit(4, "packing", &packing)
  }
}
