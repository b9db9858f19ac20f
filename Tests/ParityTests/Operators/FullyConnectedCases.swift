import TFLiteSchema

extension ParityRow {
  static let fullyConnected = [
    ParityRow("FULLY_CONNECTED", "uint8") { $0.fullyConnected(.uint8, isPerChannel: false) },
    ParityRow("FULLY_CONNECTED", "int8 per tensor") { $0.fullyConnected(.int8, isPerChannel: false) },
    ParityRow("FULLY_CONNECTED", "int8 per channel") { $0.fullyConnected(.int8, isPerChannel: true) },
    ParityRow("FULLY_CONNECTED", "int8 with int4") {
      $0.fullyConnected(.int8, isPerChannel: $0.chance(0.6), packedType: .int4)
    },
    ParityRow("FULLY_CONNECTED", "int8 with int2") {
      $0.fullyConnected(.int8, isPerChannel: $0.chance(0.6), packedType: .int2)
    },
  ]
}

extension SplitMix64 {
  fileprivate mutating func fullyConnected(
    _ kind: Quantized8, isPerChannel: Bool, packedType: TensorType? = nil
  ) -> OperatorCase {
    let depth = pick(awkwardSizes + [47, 64, 65, 127])
    let units = pick(awkwardSizes + [47, 65])
    let keepsDimensions = chance(0.4)
    let batch = shape(rank: int(1...3), limit: 60)
    let input = operand(kind, batch + [depth])
    let activation = activation()
    let sum = weightedSum(
      of: input, kind,
      WeightLayout(
        shape: [units, depth], channelDimension: 0, taps: depth, isPerChannel: isPerChannel,
        isSymmetric: isPerChannel || packedType != nil || kind == .int8 && chance(0.7), packedType: packedType),
      activation: activation, biasShare: 0.7)

    var made = OperatorCase(
      code: .fullyConnected, version: keepsDimensions ? 5 : kind == .uint8 ? 1 : 4,
      options: FullyConnectedOptions {
        $0.keepNumDims = keepsDimensions
        $0.fusedActivationFunction = activation
      },
      inputs: weightedOperands(input, sum),
      outputs: [
        .quantized(kind, keepsDimensions ? batch + [units] : [batch.reduce(1, *), units], sum.output)
      ], activation: activation)
    if made.inputs.count == 2, chance(0.3) { made.inputs.append(nil) }
    dropOptions(&made)
    spoilWeightedSum(&made, misfit: keepsDimensions && made.options != nil ? depth + 1 : nil)
    return made
  }
}
