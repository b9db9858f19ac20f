/// Options of MEAN, SUM and the operators named REDUCE_.
public struct ReducerOptions: OperatorOptions {
  /// Whether reduced dimensions stay, with size 1.
  public var keepDims: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "keep_dims", &keepDims)
  }
}

/// Options of ARG_MAX.
public struct ArgMaxOptions: OperatorOptions {
  /// Type of the indices.
  public var outputType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "output_type", &outputType)
  }
}

/// Options of ARG_MIN.
public struct ArgMinOptions: OperatorOptions {
  /// Type of the indices.
  public var outputType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "output_type", &outputType)
  }
}

/// Options of UNIQUE.
public struct UniqueOptions: OperatorOptions {
  /// Type of the indices.
  public var idxOutType: TensorType = .int32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "idx_out_type", &idxOutType, default: .int32)
  }
}
