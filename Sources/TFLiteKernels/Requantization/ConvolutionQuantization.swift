import TFLiteSchema

/// What a convolution, depthwise convolution or transposed convolution computes with besides its geometry.
struct ConvolutionQuantization: Equatable, Sendable {
  let inputZeroPoint: Int32
  /// 0 for int8 weights, which are symmetric.
  let filterZeroPoint: Int32
  let requantization: Requantization
}

extension OperatorContext {
  /// The zero points, multipliers and activation range of a convolution, after checking types and bias.
  ///
  /// uint8: the product of input and filter scale is rounded to float32 before the division. int8: one filter scale for
  /// each output channel, all in double. Source: `tflite/kernels/kernel_util.cc`,
  /// PopulateConvolutionQuantizationParams and GetQuantizedConvolutionMultipler.
  ///
  /// - Parameter onXNNPACK: whether XNNPACK's results are wanted instead.
  func convolutionQuantization<Element: QuantizedInteger>(
    _ element: Element.Type, input: TensorDescriptor, filter: TensorDescriptor, bias: TensorDescriptor?,
    output: TensorDescriptor, channelAxis: Int, activation: ActivationFunctionType, onXNNPACK: Bool
  ) throws(KernelError) -> ConvolutionQuantization {
    try require(filter, sameTypeAs: input)
    try require(output, sameTypeAs: input)
    try requireBias(bias, channels: filter.shape[channelAxis])
    let inputQuantization = try perTensorQuantization(input)
    let outputQuantization = try perTensorQuantization(output)
    let channels = filter.shape[channelAxis]
    let scales = try filterScales(filter, channelAxis: channelAxis)
    let multipliers: [QuantizedMultiplier]
    var filterZeroPoint: Int32 = 0

    if Element.self == UInt8.self {
      let filterQuantization = try perTensorQuantization(filter)
      filterZeroPoint = filterQuantization.zeroPoint
      let product = Double(inputQuantization.scale * filterQuantization.scale)
      try requireBiasScale(bias, product: product, output: outputQuantization)
      let multiplier = try multiplier(product / Double(outputQuantization.scale), for: output)
      multipliers = Array(repeating: multiplier, count: channels)
    } else {
      multipliers = try channelMultipliers(
        input: inputQuantization, filter: filter, channelAxis: channelAxis, output: output)
    }
    return ConvolutionQuantization(
      inputZeroPoint: inputQuantization.zeroPoint, filterZeroPoint: filterZeroPoint,
      requantization: onXNNPACK
        ? try xnnpackRequantization(
          element, input: inputQuantization, filterScales: scales, channels: channels, output: output,
          activation: activation)
        : Requantization(
          scaling: .fixedPoint(multipliers), outputZeroPoint: outputQuantization.zeroPoint,
          range: try activationRange(activation, outputQuantization, of: Element.range)))
  }

  /// The multipliers of int8 weights, one for each output channel, computed in double.
  ///
  /// Source: `tflite/kernels/kernel_util.cc`, PopulateConvolutionQuantizationParams.
  func channelMultipliers(
    input: AffineQuantization, filter: TensorDescriptor, channelAxis: Int, output: TensorDescriptor
  ) throws(KernelError) -> [QuantizedMultiplier] {
    guard filter.quantization?.zeroPoint.allSatisfy({ $0 == 0 }) ?? true else {
      throw .quantization(identity, filter.identity, expected: "zero point 0, as int8 weights must have")
    }
    let outputQuantization = try perTensorQuantization(output)
    let channels = filter.shape[channelAxis]
    var multipliers: [QuantizedMultiplier] = []
    multipliers.reserveCapacity(channels)
    for scale in try filterScales(filter, channelAxis: channelAxis) {
      let real = Double(input.scale) * Double(scale) / Double(outputQuantization.scale)
      multipliers.append(try multiplier(real, for: output))
    }
    return multipliers.count == 1 ? Array(repeating: multipliers[0], count: channels) : multipliers
  }

  /// XNNPACK's way from accumulators to stored values, for every operator that has weights.
  ///
  /// Source: `requantization_scale` in XNNPACK's `src/operators/convolution-nhwc.c` and its like.
  func xnnpackRequantization<Element: QuantizedInteger>(
    _ element: Element.Type, input: AffineQuantization, filterScales: [Float], channels: Int,
    output: TensorDescriptor, activation: ActivationFunctionType
  ) throws(KernelError) -> Requantization {
    let outputQuantization = try perTensorQuantization(output)
    var multipliers: [Float] = []
    multipliers.reserveCapacity(channels)
    for scale in filterScales {
      multipliers.append(try xnnpackScale(input.scale * scale / outputQuantization.scale, for: output))
    }
    if multipliers.count == 1 { multipliers = Array(repeating: multipliers[0], count: channels) }
    let scaling: Requantization.Scaling =
      switch numerics.xnnpackScaling(weights: element) {
      case .inFloat32: .float(multipliers)
      case .exact: .exact(multipliers)
      }
    return Requantization(
      scaling: scaling, outputZeroPoint: outputQuantization.zeroPoint,
      range: try xnnpackActivationRange(activation, outputQuantization, of: Element.range))
  }

  /// The scales of a filter: one, or one for each output channel along the axis that the operator needs.
  func filterScales(_ filter: TensorDescriptor, channelAxis: Int) throws(KernelError) -> [Float] {
    guard let quantization = filter.quantization, !quantization.scale.isEmpty else {
      throw .quantization(identity, filter.identity, expected: "a scale")
    }
    let channels = filter.shape[channelAxis]
    guard quantization.scale.count == 1 || quantization.scale.count == channels else {
      throw .quantization(
        identity, filter.identity,
        expected: "1 or \(channels) scales, one for each output channel; found \(quantization.scale.count)")
    }
    guard quantization.scale.count == 1 || Int(quantization.quantizedDimension) == channelAxis else {
      throw .quantization(
        identity, filter.identity,
        expected: "quantized dimension \(channelAxis), found \(quantization.quantizedDimension)")
    }
    return quantization.scale
  }

  /// The bias of a quantized operator: int32, one value for each output channel.
  func requireBias(_ bias: TensorDescriptor?, channels: Int) throws(KernelError) {
    guard let bias else { return }
    try require(bias, type: .int32)
    try requireBiasShape(bias, channels: channels)
  }

  /// The bias of a float32 operator: float32, one value for each output channel.
  func requireFloatBias(_ bias: TensorDescriptor?, channels: Int) throws(KernelError) {
    guard let bias else { return }
    try require(bias, type: .float32)
    try requireBiasShape(bias, channels: channels)
  }

  /// One value for each output channel.
  func requireBiasShape(_ bias: TensorDescriptor, channels: Int) throws(KernelError) {
    guard bias.elementCount == channels else {
      throw .shape(
        identity, bias.identity, found: bias.shape, expected: "\(channels) elements, one for each output channel")
    }
  }

  /// A bias whose scale is far from the product of input and filter scale would be added at the wrong size. A bias
  /// without a scale counts as one with scale 0.
  ///
  /// Source: `tflite/kernels/kernel_util.cc`, GetQuantizedConvolutionMultipler.
  func requireBiasScale(
    _ bias: TensorDescriptor?, product: Double, output: AffineQuantization
  ) throws(KernelError) {
    guard let bias else { return }
    let scale = bias.quantization?.scale.first ?? 0
    guard abs(product - Double(scale)) / Double(output.scale) <= 0.02 else {
      throw .quantization(
        identity, bias.identity, expected: "scale \(product), the product of input and filter scale; found \(scale)")
    }
  }
}
