/// A named way to call a subgraph, with names for its inputs and outputs.
public struct SignatureDef: SchemaTable {
  /// Names of the inputs.
  public var inputs: [TensorMap] = []

  /// Names of the outputs.
  public var outputs: [TensorMap] = []

  /// Name of the signature, such as `serving_default`.
  public var signatureKey: String = ""

  /// Index of the subgraph that is called.
  public var subgraphIndex: UInt32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "inputs", &inputs)
    try visitor.visit(1, "outputs", &outputs)
    try visitor.visit(2, "signature_key", &signatureKey)
    try visitor.visit(4, "subgraph_index", &subgraphIndex)
  }
}

/// A name for a tensor in a signature.
public struct TensorMap: SchemaTable {
  /// The name in the signature.
  public var name: String = ""

  /// Index of the tensor in the signature's subgraph.
  public var tensorIndex: UInt32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "tensor_index", &tensorIndex)
  }
}
