/// Options of CONV_2D.
public struct Conv2DOptions: OperatorOptions {
  /// How the borders of the input are padded.
  public var padding: Padding = .same

  /// Step between windows along the width.
  public var strideW: Int32 = 0

  /// Step between windows along the height.
  public var strideH: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Distance between the filter's taps along the width; 1 is a plain convolution.
  public var dilationWFactor: Int32 = 1

  /// Distance between the filter's taps along the height; 1 is a plain convolution.
  public var dilationHFactor: Int32 = 1

  /// Type of the bias and the accumulator of quantized versions 8 and above; `float32` (0) means unset.
  public var quantizedBiasType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "padding", &padding)
    try visitor.visit(1, "stride_w", &strideW)
    try visitor.visit(2, "stride_h", &strideH)
    try visitor.visit(3, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(4, "dilation_w_factor", &dilationWFactor, default: 1)
    try visitor.visit(5, "dilation_h_factor", &dilationHFactor, default: 1)
    try visitor.visit(6, "quantized_bias_type", &quantizedBiasType)
  }
}

/// Options of DEPTHWISE_CONV_2D.
public struct DepthwiseConv2DOptions: OperatorOptions {
  /// How the borders of the input are padded.
  public var padding: Padding = .same

  /// Step between windows along the width.
  public var strideW: Int32 = 0

  /// Step between windows along the height.
  public var strideH: Int32 = 0

  /// Output channels per input channel. Redundant: the shapes decide.
  public var depthMultiplier: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Distance between the filter's taps along the width; 1 is a plain convolution.
  public var dilationWFactor: Int32 = 1

  /// Distance between the filter's taps along the height; 1 is a plain convolution.
  public var dilationHFactor: Int32 = 1

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "padding", &padding)
    try visitor.visit(1, "stride_w", &strideW)
    try visitor.visit(2, "stride_h", &strideH)
    try visitor.visit(3, "depth_multiplier", &depthMultiplier)
    try visitor.visit(4, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(5, "dilation_w_factor", &dilationWFactor, default: 1)
    try visitor.visit(6, "dilation_h_factor", &dilationHFactor, default: 1)
  }
}

/// Options of TRANSPOSE_CONV.
public struct TransposeConvOptions: OperatorOptions {
  /// How the borders of the output are cropped.
  public var padding: Padding = .same

  /// Step between the windows in the output along the width.
  public var strideW: Int32 = 0

  /// Step between the windows in the output along the height.
  public var strideH: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Type of the bias and the accumulator of quantized versions 5 and above; `float32` (0) means unset.
  public var quantizedBiasType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "padding", &padding)
    try visitor.visit(1, "stride_w", &strideW)
    try visitor.visit(2, "stride_h", &strideH)
    try visitor.visit(3, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(4, "quantized_bias_type", &quantizedBiasType)
  }
}

/// Options of CONV_3D and CONV_3D_TRANSPOSE.
public struct Conv3DOptions: OperatorOptions {
  /// How the borders of the input are padded.
  public var padding: Padding = .same

  /// Step between windows along the depth.
  public var strideD: Int32 = 0

  /// Step between windows along the width.
  public var strideW: Int32 = 0

  /// Step between windows along the height.
  public var strideH: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Distance between the filter's taps along the depth.
  public var dilationDFactor: Int32 = 1

  /// Distance between the filter's taps along the width.
  public var dilationWFactor: Int32 = 1

  /// Distance between the filter's taps along the height.
  public var dilationHFactor: Int32 = 1

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "padding", &padding)
    try visitor.visit(1, "stride_d", &strideD)
    try visitor.visit(2, "stride_w", &strideW)
    try visitor.visit(3, "stride_h", &strideH)
    try visitor.visit(4, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(5, "dilation_d_factor", &dilationDFactor, default: 1)
    try visitor.visit(6, "dilation_w_factor", &dilationWFactor, default: 1)
    try visitor.visit(7, "dilation_h_factor", &dilationHFactor, default: 1)
  }
}
