import TFLiteSchema

extension ParityRow {
  static let floatConvolutions = [
    ParityRow("CONV_2D", "float32") { $0.floatConv2D(.float) },
    ParityRow("CONV_2D", "hybrid int8 per tensor") { $0.floatConv2D(.hybrid(.int8, isPerChannel: false)) },
    ParityRow("CONV_2D", "hybrid int8 per channel") { $0.floatConv2D(.hybrid(.int8, isPerChannel: true)) },
    ParityRow("CONV_2D", "hybrid int4") { $0.floatConv2D(.hybrid(.int4, isPerChannel: $0.chance(0.6))) },
    ParityRow("CONV_2D", "hybrid uint8") { $0.floatConv2D(.hybrid(.uint8, isPerChannel: false)) },
    ParityRow("DEPTHWISE_CONV_2D", "float32") { $0.floatDepthwiseConv2D(.float) },
    ParityRow("DEPTHWISE_CONV_2D", "hybrid int8") { $0.floatDepthwiseConv2D(.hybrid(.int8, isPerChannel: true)) },
  ]
}

/// The weights of an operator on float32 activations.
enum FloatWeightKind: Sendable {
  case float
  case hybrid(TensorType, isPerChannel: Bool)
}

extension SplitMix64 {
  mutating func weights(_ kind: FloatWeightKind, _ shape: [Int], channelDimension: Int, taps: Int) -> TensorSketch {
    switch kind {
    case .float:
      floatOperand(shape, deviation: 1 / Float(taps).squareRoot(), isConstant: chance(0.9))
    case .hybrid(let type, let isPerChannel):
      hybridWeights(shape, channelDimension: isPerChannel ? channelDimension : nil, type: type)
    }
  }

  fileprivate mutating func floatConv2D(_ kind: FloatWeightKind) -> OperatorCase {
    let window = window2D(isDilated: true)
    var groups = chance(0.2) ? int(2...4) : 1
    // The C library reads uninitialized memory for groups with one scale.
    if case .hybrid(_, isPerChannel: false) = kind { groups = 1 }
    let inputChannels = groups == 1 ? pick(awkwardSizes) : groups * int(1...5)
    var outputChannels = groups == 1 ? pick(awkwardSizes) : groups * int(1...5)
    if case .hybrid(_, isPerChannel: true) = kind { outputChannels = max(2, outputChannels) }
    let taps = window.filterHeight * window.filterWidth * inputChannels / groups
    let weights = weights(
      kind, [outputChannels, window.filterHeight, window.filterWidth, inputChannels / groups], channelDimension: 0,
      taps: taps)
    let activation = activation()
    var made = OperatorCase(
      code: .conv2D,
      options: Conv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.fusedActivationFunction = activation
      },
      inputs: [
        floatOperand(window.inputShape(channels: inputChannels), deviation: 2), weights,
        // The C library's CONV_2D needs a bias.
        floatBias(outputChannels, deviation: 1, share: 1),
      ],
      outputs: [.float(window.outputShape(channels: outputChannels))], activation: activation)
    spoilFloatWeights(&made, misfit: inputChannels + 1)
    return made
  }

  fileprivate mutating func floatDepthwiseConv2D(_ kind: FloatWeightKind) -> OperatorCase {
    let window = window2D(isDilated: true)
    let inputChannels = pick(awkwardSizes)
    let multiplier = chance(0.5) ? 1 : int(2...5)
    let outputChannels = inputChannels * multiplier
    let weights = weights(
      kind, [1, window.filterHeight, window.filterWidth, outputChannels], channelDimension: 3,
      taps: window.filterHeight * window.filterWidth)
    let activation = activation()
    var made = OperatorCase(
      code: .depthwiseConv2D, version: 2,
      options: DepthwiseConv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.depthMultiplier = Int32(multiplier)
        $0.fusedActivationFunction = activation
      },
      inputs: [floatOperand(window.inputShape(channels: inputChannels), deviation: 2), weights]
        + (floatBias(outputChannels, deviation: 1, share: 0.85).map { [$0] } ?? []),
      outputs: [.float(window.outputShape(channels: outputChannels))], activation: activation)
    spoilFloatWeights(&made, misfit: inputChannels > 1 ? outputChannels + 1 : nil)
    return made
  }
}
