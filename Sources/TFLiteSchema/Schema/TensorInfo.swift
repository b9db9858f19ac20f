/// A tensor as the file describes it: its shape, its type, and where its constant data is.
public struct TensorInfo: SchemaTable {
  /// Size of each dimension; empty for a scalar. By convention batch, height, width, channels.
  public var shape: [Int32] = []

  /// Type of the elements.
  public var type: TensorType = .float32

  /// Index of the buffer with the tensor's constant data. Buffer 0 is always empty and means that there is none.
  public var buffer: UInt32 = 0

  /// The tensor's name.
  public var name: String = ""

  /// How the integers of a quantized tensor stand for real numbers.
  public var quantization: Quantization? = nil

  /// Whether the tensor keeps its value from one run to the next.
  public var isVariable: Bool = false

  /// Where the elements of a sparse constant are.
  public var sparsity: Sparsity? = nil

  /// The shape with -1 for every dimension whose size is not known; empty if all are known.
  public var shapeSignature: [Int32] = []

  /// Whether an empty shape means a scalar, rather than that the rank is not known.
  public var hasRank: Bool = false

  /// Types nested in a `variant` tensor.
  public var variantTensors: [VariantSubType] = []

  /// Identity of the slice of another file that holds the data; 0 if there is none.
  public var externalBuffer: UInt32 = 0

  /// The name of the table in the schema.
  public static let schemaName = "Tensor"

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "shape", &shape, required: true)
    try visitor.visit(1, "type", &type)
    try visitor.visit(2, "buffer", &buffer)
    try visitor.visit(3, "name", &name)
    try visitor.visit(4, "quantization", &quantization)
    try visitor.visit(5, "is_variable", &isVariable)
    try visitor.visit(6, "sparsity", &sparsity)
    try visitor.visit(7, "shape_signature", &shapeSignature)
    try visitor.visit(8, "has_rank", &hasRank)
    try visitor.visit(9, "variant_tensors", &variantTensors)
    try visitor.visit(10, "external_buffer", &externalBuffer)
  }

  /// Number of elements; nil if a dimension is negative or the product of those above 0 does not fit an `Int`.
  public var elementCount: Int? { shape.elementCount }

  /// Bytes of the dense tensor; nil if ``elementCount`` is, or the type has no fixed size.
  public var byteCount: Int? { type.byteCount(shape: shape.map(Int.init)) }
}

/// The type of a value nested in a `variant` tensor.
public struct VariantSubType: SchemaTable {
  /// Size of each dimension.
  public var shape: [Int32] = []

  /// Type of the elements.
  public var type: TensorType = .float32

  /// Whether the rank is known.
  public var hasRank: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "shape", &shape)
    try visitor.visit(1, "type", &type)
    try visitor.visit(2, "has_rank", &hasRank)
  }
}
