/// Where the elements of a sparse tensor are.
///
/// A dense tensor of rank n, with k of its dimensions cut into blocks, is described as n + k dimensions, each dense or
/// compressed.
public struct Sparsity: SchemaTable {
  /// The n + k dimensions in the order in which they are stored: a permutation of 0..<n, then one of n..<n+k.
  public var traversalOrder: [Int32] = []

  /// The dimension of the dense tensor that each of the k block dimensions cuts.
  public var blockMap: [Int32] = []

  /// How each of the n + k dimensions is stored, in traversal order.
  public var dimMetadata: [DimensionMetadata] = []

  /// The name of the table in the schema.
  public static let schemaName = "SparsityParameters"

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "traversal_order", &traversalOrder)
    try visitor.visit(1, "block_map", &blockMap)
    try visitor.visit(2, "dim_metadata", &dimMetadata)
  }
}

/// How one dimension of a sparse tensor is stored.
public struct DimensionMetadata: SchemaTable {
  /// Dense or compressed.
  public var format: DimensionType = .dense

  /// Size of a dense dimension.
  public var denseSize: Int32 = 0

  /// Of a compressed dimension: where the elements of each entry of the previous dimension begin and end in
  /// ``arrayIndices``.
  public var arraySegments: SparseIndexVector? = nil

  /// Of a compressed dimension: the index of each element that is present.
  public var arrayIndices: SparseIndexVector? = nil

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "format", &format)
    try visitor.visit(1, "dense_size", &denseSize)
    try visitor.visitUnion(2, "array_segments", &arraySegments)
    try visitor.visitUnion(4, "array_indices", &arrayIndices)
  }
}

/// Indices of a sparse dimension, in the width that holds the largest.
public enum SparseIndexVector: SchemaUnion {
  /// 32-bit indices.
  case int32(Int32Vector)
  /// 16-bit indices.
  case uint16(Uint16Vector)
  /// 8-bit indices.
  case uint8(Uint8Vector)

  /// The union with a member whose fields have their defaults.
  public init?(memberNumber: Int) {
    switch memberNumber {
    case 1: self = .int32(Int32Vector())
    case 2: self = .uint16(Uint16Vector())
    case 3: self = .uint8(Uint8Vector())
    default: return nil
    }
  }

  /// The number of the member.
  public var memberNumber: Int {
    switch self {
    case .int32: 1
    case .uint16: 2
    case .uint8: 3
    }
  }

  /// The member.
  public var member: any SchemaTable {
    switch self {
    case .int32(let table): table
    case .uint16(let table): table
    case .uint8(let table): table
    }
  }

  /// Shows `visitor` every field of the member.
  public mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError) {
    switch self {
    case .int32(var table):
      try table.visitFields(&visitor)
      self = .int32(table)
    case .uint16(var table):
      try table.visitFields(&visitor)
      self = .uint16(table)
    case .uint8(var table):
      try table.visitFields(&visitor)
      self = .uint8(table)
    }
  }

  /// The indices, whatever their width in the file.
  public var values: [Int32] {
    switch self {
    case .int32(let table): table.values
    case .uint16(let table): table.values.map(Int32.init)
    case .uint8(let table): table.values.map(Int32.init)
    }
  }
}

/// 32-bit indices.
public struct Int32Vector: SchemaTable {
  /// The indices.
  public var values: [Int32] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "values", &values)
  }
}

/// 16-bit indices.
public struct Uint16Vector: SchemaTable {
  /// The indices.
  public var values: [UInt16] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "values", &values)
  }
}

/// 8-bit indices.
public struct Uint8Vector: SchemaTable {
  /// The indices.
  public var values: [UInt8] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "values", &values)
  }
}
