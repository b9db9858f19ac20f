import TFLiteSchema

extension ParityRow {
  static let conv2D = [
    ParityRow("CONV_2D", "uint8") { $0.conv2D(.uint8, isPerChannel: false) },
    ParityRow("CONV_2D", "int8 per tensor") { $0.conv2D(.int8, isPerChannel: false) },
    ParityRow("CONV_2D", "int8 per channel") { $0.conv2D(.int8, isPerChannel: true) },
    ParityRow("CONV_2D", "int8 with int4") {
      $0.conv2D(.int8, isPerChannel: $0.chance(0.6), packedType: .int4)
    },
  ]
}

extension SplitMix64 {
  fileprivate mutating func conv2D(
    _ kind: Quantized8, isPerChannel: Bool, packedType: TensorType? = nil
  ) -> OperatorCase {
    let window = window2D(isDilated: true)
    let groups = chance(0.2) ? int(2...4) : 1
    let inputChannels = groups == 1 ? pick(awkwardSizes) : groups * int(1...5)
    let outputChannels = groups == 1 ? pick(awkwardSizes) : groups * int(1...5)
    let input = operand(kind, window.inputShape(channels: inputChannels))
    let groupChannels = inputChannels / groups
    let activation = activation()
    let sum = weightedSum(
      of: input, kind,
      WeightLayout(
        shape: [outputChannels, window.filterHeight, window.filterWidth, groupChannels], channelDimension: 0,
        taps: window.filterHeight * window.filterWidth * groupChannels, isPerChannel: isPerChannel,
        isSymmetric: kind == .int8, packedType: packedType),
      activation: activation, biasShare: 1)

    var made = OperatorCase(
      code: .conv2D, version: kind == .uint8 ? 1 : 3,
      options: Conv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.fusedActivationFunction = activation
      },
      inputs: weightedOperands(input, sum),
      outputs: [.quantized(kind, window.outputShape(channels: outputChannels), sum.output)], activation: activation)
    spoilWeightedSum(&made, misfit: inputChannels + 1)
    return made
  }
}
