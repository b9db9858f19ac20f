import TFLiteSchema

/// What a convolution or transposed convolution of int16 activations with int8 weights computes with besides its
/// geometry: the way from sums of products to stored values.
///
/// All zero points are 0. Sums have 64 bits, and are scaled in one rounding, unless the operator's options say that its
/// bias has 32: then they have 32 bits as well, and are scaled as those of 8-bit activations.
///
/// Source: `tflite/kernels/conv.cc`, EvalQuantizedPerChannel16x8; `transpose_conv.cc`, likewise.
struct ConvolutionQuantization16x8: Equatable, Sendable {
  /// One for each output channel.
  let multipliers: [QuantizedMultiplier]
  /// What the fused activation function lets through.
  let range: ClosedRange<Int32>
  /// Whether sums wrap around at 32 bits.
  let sumsAreNarrow: Bool
  /// The bias as stored: int32, int64 or absent.
  let biasType: TensorType?

  /// The bias of an output channel, whose values are an input of the operator.
  @inline(__always)
  func bias(_ call: OperatorCall, input: Int, channel: Int) -> Int64 {
    switch biasType {
    case .int64?: call.input(input, as: Int64.self)[channel]
    case .int32?: Int64(call.input(input, as: Int32.self)[channel])
    default: 0
    }
  }

  /// The stored value for a sum of products and bias.
  @inline(__always)
  func requantize(_ sum: Int64, channel: Int) -> Int16 {
    let scaled =
      sumsAreNarrow
      ? multipliers[channel].apply(Int32(truncatingIfNeeded: sum)) : multipliers[channel].apply(wide: sum)
    return Int16(scaled, clampedTo: range)
  }
}

extension OperatorContext {
  /// Checks types, zero points and bias of a convolution of int16 activations, and computes its multipliers.
  ///
  /// - Parameter biasOption: the type that the options state for the bias; float32, the schema's default, stands for
  ///   none.
  func convolutionQuantization16x8(
    input: TensorDescriptor, filter: TensorDescriptor, channelAxis: Int = 0, bias: TensorDescriptor?,
    activation: ActivationFunctionType,
    biasOption: TensorType
  ) throws(KernelError) -> ConvolutionQuantization16x8 {
    try require(filter, type: .int8)
    try require(output(0), type: .int16)
    try requireSymmetric(input, output(0))
    if let bias {
      try require(bias, type: .int32, .int64)
      try requireBiasShape(bias, channels: filter.shape[channelAxis])
    }
    guard [.float32, .int32, .int64].contains(biasOption),
      biasOption == .float32 || bias.map({ $0.type == biasOption }) ?? true
    else {
      throw .option(
        identity, name: "quantized_bias_type", found: "\(biasOption)",
        expected: bias.map { "\($0.type), the type of \($0.identity), or none" } ?? "INT32, INT64 or none")
    }
    return ConvolutionQuantization16x8(
      multipliers: try channelMultipliers(
        input: try perTensorQuantization(input), filter: filter, channelAxis: channelAxis, output: output(0)),
      range: try activationRange(activation, try perTensorQuantization(output(0)), of: Int16.range),
      sumsAreNarrow: biasOption == .int32, biasType: bias?.type)
  }
}
