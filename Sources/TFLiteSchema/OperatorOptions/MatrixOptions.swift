/// Options of FULLY_CONNECTED.
public struct FullyConnectedOptions: OperatorOptions {
  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// The order in which the weights are stored.
  public var weightsFormat: FullyConnectedOptionsWeightsFormat = .default

  /// Whether the output keeps all dimensions of the input but the last, instead of being a matrix.
  public var keepNumDims: Bool = false

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// Type of the bias and the accumulator of quantized versions 11 and above; `float32` (0) means unset.
  public var quantizedBiasType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "weights_format", &weightsFormat)
    try visitor.visit(2, "keep_num_dims", &keepNumDims)
    try visitor.visit(3, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
    try visitor.visit(4, "quantized_bias_type", &quantizedBiasType)
  }
}

/// Options of BATCH_MATMUL.
public struct BatchMatMulOptions: OperatorOptions {
  /// Whether the last two dimensions of the first input are transposed.
  public var adjX: Bool = false

  /// Whether the last two dimensions of the second input are transposed.
  public var adjY: Bool = false

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "adj_x", &adjX)
    try visitor.visit(1, "adj_y", &adjY)
    try visitor.visit(2, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}
