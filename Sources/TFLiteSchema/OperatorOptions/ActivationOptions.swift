/// Options of SOFTMAX.
public struct SoftmaxOptions: OperatorOptions {
  /// Factor on the logits before the exponential.
  public var beta: Float = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "beta", &beta)
  }
}

/// Options of LEAKY_RELU.
public struct LeakyReluOptions: OperatorOptions {
  /// Slope for negative values.
  public var alpha: Float = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "alpha", &alpha)
  }
}

/// Options of GELU.
public struct GeluOptions: OperatorOptions {
  /// Whether the hyperbolic-tangent approximation is used instead of the error function.
  public var approximate: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "approximate", &approximate)
  }
}

/// Options of L2_NORMALIZATION.
public struct L2NormOptions: OperatorOptions {
  /// Stored, but applied by no known kernel.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
  }
}

/// Options of LOCAL_RESPONSE_NORMALIZATION.
public struct LocalResponseNormalizationOptions: OperatorOptions {
  /// Channels on each side that take part in the sum.
  public var radius: Int32 = 0

  /// Added to the scaled sum of squares.
  public var bias: Float = 0

  /// Factor on the sum of squares.
  public var alpha: Float = 0

  /// Exponent of the divisor.
  public var beta: Float = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "radius", &radius)
    try visitor.visit(1, "bias", &bias)
    try visitor.visit(2, "alpha", &alpha)
    try visitor.visit(3, "beta", &beta)
  }
}

/// Options of FAKE_QUANT.
public struct FakeQuantOptions: OperatorOptions {
  /// Smallest value of the simulated range.
  public var min: Float = 0

  /// Largest value of the simulated range.
  public var max: Float = 0

  /// Width of the simulated integer.
  public var numBits: Int32 = 0

  /// Whether the smallest integer is left unused.
  public var narrowRange: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "min", &min)
    try visitor.visit(1, "max", &max)
    try visitor.visit(2, "num_bits", &numBits)
    try visitor.visit(3, "narrow_range", &narrowRange)
  }
}
