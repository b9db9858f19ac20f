import TFLiteFlatBuffers

/// How integers stand for real numbers: `real = scale * (integer - zeroPoint)`.
///
/// One scale holds for the whole tensor, several for the slices of ``quantizedDimension``.
public struct Quantization: SchemaTable {
  /// Smallest real values seen in training; for information only.
  public var min: [Float] = []

  /// Largest real values seen in training; for information only.
  public var max: [Float] = []

  /// The scales: none, one, or one for each slice of ``quantizedDimension``.
  public var scale: [Float] = []

  /// The integers that stand for zero, one for each scale.
  public var zeroPoint: [Int64] = []

  /// Another quantization technique, which then replaces the fields above.
  public var details: QuantizationDetails? = nil

  /// The dimension whose slices have scales of their own.
  public var quantizedDimension: Int32 = 0

  /// The name of the table in the schema.
  public static let schemaName = "QuantizationParameters"

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "min", &min)
    try visitor.visit(1, "max", &max)
    try visitor.visit(2, "scale", &scale)
    try visitor.visit(3, "zero_point", &zeroPoint)
    try visitor.visitUnion(4, "details", &details)
    try visitor.visit(6, "quantized_dimension", &quantizedDimension)
  }

  /// Whether the slices of ``quantizedDimension`` have scales of their own.
  public var isPerChannel: Bool { scale.count > 1 }
}

/// A quantization technique other than one scale and zero point for a tensor or a slice.
public enum QuantizationDetails: SchemaUnion {
  /// Bytes with a private meaning.
  case custom(CustomQuantization)
  /// A scale for each block of elements.
  case blockwise(BlockwiseQuantization)
  /// A scale for each slice of several dimensions.
  case multiAxis(MultiAxisQuantization)

  /// The union with a member whose fields have their defaults.
  public init?(memberNumber: Int) {
    switch memberNumber {
    case 1: self = .custom(CustomQuantization())
    case 2: self = .blockwise(BlockwiseQuantization())
    case 3: self = .multiAxis(MultiAxisQuantization())
    default: return nil
    }
  }

  /// The number of the member.
  public var memberNumber: Int {
    switch self {
    case .custom: 1
    case .blockwise: 2
    case .multiAxis: 3
    }
  }

  /// The member.
  public var member: any SchemaTable {
    switch self {
    case .custom(let table): table
    case .blockwise(let table): table
    case .multiAxis(let table): table
    }
  }

  /// Shows `visitor` every field of the member.
  public mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError) {
    switch self {
    case .custom(var table):
      try table.visitFields(&visitor)
      self = .custom(table)
    case .blockwise(var table):
      try table.visitFields(&visitor)
      self = .blockwise(table)
    case .multiAxis(var table):
      try table.visitFields(&visitor)
      self = .multiAxis(table)
    }
  }
}

/// Quantization parameters with a private meaning.
public struct CustomQuantization: SchemaTable {
  /// The parameters.
  public var custom: ByteSlice = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "custom", &custom, alignment: 16)
  }
}

/// A scale and a zero point for each block of elements along the last dimension.
public struct BlockwiseQuantization: SchemaTable {
  /// Index of the tensor, in the same subgraph, that holds the scales.
  public var scales: Int32 = 0

  /// Index of the tensor, in the same subgraph, that holds the zero points; -1 if they are all 0.
  public var zeroPoints: Int32 = 0

  /// Elements in a block.
  public var blockSize: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "scales", &scales)
    try visitor.visit(1, "zero_points", &zeroPoints)
    try visitor.visit(2, "block_size", &blockSize)
  }
}

/// A scale and a zero point for each combination of indices along several dimensions.
public struct MultiAxisQuantization: SchemaTable {
  /// Index of the tensor, in the same subgraph, that holds the scales.
  public var scales: Int32 = 0

  /// Index of the tensor, in the same subgraph, that holds the zero points; -1 if they are all 0.
  public var zeroPoints: Int32 = 0

  /// Elements in a block; 0 if each slice has one scale.
  public var blockSize: Int32 = 0

  /// The dimensions whose slices have scales of their own.
  public var quantizedDimensions: [Int32] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "scales", &scales)
    try visitor.visit(1, "zero_points", &zeroPoints)
    try visitor.visit(2, "block_size", &blockSize)
    try visitor.visit(3, "quantized_dimensions", &quantizedDimensions)
  }
}
