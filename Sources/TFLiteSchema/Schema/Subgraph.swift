/// A function of the model: tensors, and operators in the order in which they run.
public struct Subgraph: SchemaTable {
  /// All tensors of the subgraph.
  public var tensors: [TensorInfo] = []

  /// Indices of the tensors that the caller fills.
  public var inputs: [Int32] = []

  /// Indices of the tensors that the caller reads.
  public var outputs: [Int32] = []

  /// The operators, in the order in which they run.
  public var operators: [Operator] = []

  /// Name of the subgraph.
  public var name: String = ""

  /// Index into a list of debugging information; -1 for none.
  public var debugMetadataIndex: Int32 = -1

  /// The name of the table in the schema.
  public static let schemaName = "SubGraph"

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "tensors", &tensors, required: true)
    try visitor.visit(1, "inputs", &inputs, required: true)
    try visitor.visit(2, "outputs", &outputs, required: true)
    try visitor.visit(3, "operators", &operators, required: true)
    try visitor.visit(4, "name", &name)
    try visitor.visit(5, "debug_metadata_index", &debugMetadataIndex, default: -1)
  }
}
