/// Options of ADD.
public struct AddOptions: OperatorOptions {
  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Whether 16-bit scales are powers of two.
  public var potScaleInt16: Bool = true

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "pot_scale_int16", &potScaleInt16, default: true)
  }
}

/// Options of SUB.
public struct SubOptions: OperatorOptions {
  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Whether 16-bit scales are powers of two.
  public var potScaleInt16: Bool = true

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "pot_scale_int16", &potScaleInt16, default: true)
  }
}

/// Options of MUL.
public struct MulOptions: OperatorOptions {
  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
  }
}

/// Options of DIV.
public struct DivOptions: OperatorOptions {
  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
  }
}

/// Options of CUMSUM.
public struct CumsumOptions: OperatorOptions {
  /// Whether an element's own value is left out of its sum.
  public var exclusive: Bool = false

  /// Whether the sum runs from the end.
  public var reverse: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "exclusive", &exclusive)
    try visitor.visit(1, "reverse", &reverse)
  }
}

/// Options of CAST.
public struct CastOptions: OperatorOptions {
  /// Type of the input.
  public var inDataType: TensorType = .float32

  /// Type of the output.
  public var outDataType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "in_data_type", &inDataType)
    try visitor.visit(1, "out_data_type", &outDataType)
  }
}

/// Options of RANDOM_STANDARD_NORMAL, RANDOM_UNIFORM and MULTINOMIAL.
public struct RandomOptions: OperatorOptions {
  /// First seed; two zeros ask for a seed from the system.
  public var seed: Int64 = 0

  /// Second seed.
  public var seed2: Int64 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "seed", &seed)
    try visitor.visit(1, "seed2", &seed2)
  }
}

/// Options of BUCKETIZE.
public struct BucketizeOptions: OperatorOptions {
  /// Upper boundaries of the buckets, ascending.
  public var boundaries: [Float] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "boundaries", &boundaries)
  }
}
