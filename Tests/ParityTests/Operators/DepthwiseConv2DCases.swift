import TFLiteSchema

extension ParityRow {
  static let depthwiseConv2D = [
    ParityRow("DEPTHWISE_CONV_2D", "uint8") { $0.depthwiseConv2D(.uint8, isPerChannel: false) },
    ParityRow("DEPTHWISE_CONV_2D", "int8 per tensor") { $0.depthwiseConv2D(.int8, isPerChannel: false) },
    ParityRow("DEPTHWISE_CONV_2D", "int8 per channel") { $0.depthwiseConv2D(.int8, isPerChannel: true) },
    ParityRow("DEPTHWISE_CONV_2D", "int8 with int4") {
      $0.depthwiseConv2D(.int8, isPerChannel: $0.chance(0.6), packedType: .int4)
    },
  ]
}

extension SplitMix64 {
  fileprivate mutating func depthwiseConv2D(
    _ kind: Quantized8, isPerChannel: Bool, packedType: TensorType? = nil
  ) -> OperatorCase {
    let window = window2D(isDilated: true)
    let inputChannels = pick(awkwardSizes)
    let multiplier = chance(0.5) ? 1 : int(2...5)
    let outputChannels = inputChannels * multiplier
    let input = operand(kind, window.inputShape(channels: inputChannels))
    let activation = activation()
    let sum = weightedSum(
      of: input, kind,
      WeightLayout(
        shape: [1, window.filterHeight, window.filterWidth, outputChannels], channelDimension: 3,
        taps: window.filterHeight * window.filterWidth, isPerChannel: isPerChannel, isSymmetric: kind == .int8,
        packedType: packedType),
      activation: activation, biasShare: 0.85)

    var made = OperatorCase(
      code: .depthwiseConv2D, version: kind == .uint8 ? 2 : 3,
      options: DepthwiseConv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.depthMultiplier = Int32(multiplier)
        $0.fusedActivationFunction = activation
      },
      inputs: weightedOperands(input, sum),
      outputs: [.quantized(kind, window.outputShape(channels: outputChannels), sum.output)], activation: activation)
    spoilWeightedSum(&made, misfit: inputChannels > 1 ? outputChannels + 1 : nil)
    return made
  }
}
