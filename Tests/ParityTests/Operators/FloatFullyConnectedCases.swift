import TFLiteSchema

extension ParityRow {
  static let floatFullyConnected = [
    ParityRow("FULLY_CONNECTED", "float32") { $0.floatFullyConnected(.float, isAsymmetric: false) },
    ParityRow("FULLY_CONNECTED", "hybrid int8 symmetric") {
      $0.floatFullyConnected(.hybrid(.int8, isPerChannel: false), isAsymmetric: false)
    },
    ParityRow("FULLY_CONNECTED", "hybrid int8 asymmetric") {
      $0.floatFullyConnected(.hybrid(.int8, isPerChannel: false), isAsymmetric: true)
    },
    ParityRow("FULLY_CONNECTED", "hybrid int8 per channel") {
      $0.floatFullyConnected(.hybrid(.int8, isPerChannel: true), isAsymmetric: $0.chance(0.5))
    },
    ParityRow("FULLY_CONNECTED", "hybrid uint8") {
      $0.floatFullyConnected(.hybrid(.uint8, isPerChannel: false), isAsymmetric: $0.chance(0.5))
    },
    ParityRow("FULLY_CONNECTED", "hybrid int4") {
      $0.floatFullyConnected(.hybrid(.int4, isPerChannel: $0.chance(0.5)), isAsymmetric: $0.chance(0.5))
    },
    ParityRow("FULLY_CONNECTED", "hybrid int2") {
      $0.floatFullyConnected(.hybrid(.int2, isPerChannel: $0.chance(0.5)), isAsymmetric: $0.chance(0.5))
    },
    ParityRow("FULLY_CONNECTED", "hybrid int4 in blocks", reference: .onlyKernels) { $0.blockwiseFullyConnected() },
  ]
}

extension SplitMix64 {
  fileprivate mutating func floatFullyConnected(_ kind: FloatWeightKind, isAsymmetric: Bool) -> OperatorCase {
    let depth = pick(awkwardSizes + [47, 64, 65, 127])
    let units = pick(Array(awkwardSizes.dropFirst()) + [47, 65])
    let keepsDimensions = chance(0.4)
    let batch = shape(rank: int(1...3), limit: 60)
    let activation = activation()
    var weights = weights(kind, [units, depth], channelDimension: 0, taps: depth)
    // Results are infinite.
    if chance(0.03), case .hybrid = kind { weights.scales = weights.scales.map { $0 * 1e38 } }
    var made = OperatorCase(
      code: .fullyConnected, version: isAsymmetric ? 9 : keepsDimensions ? 5 : 3,
      options: FullyConnectedOptions {
        $0.keepNumDims = keepsDimensions
        $0.fusedActivationFunction = activation
        $0.asymmetricQuantizeInputs = isAsymmetric
      },
      inputs: [floatOperand(batch + [depth], deviation: 2), weights]
        + (floatBias(units, deviation: 1, share: 0.7).map { [$0] } ?? []),
      outputs: [.float(keepsDimensions ? batch + [units] : [batch.reduce(1, *), units])], activation: activation)
    if chance(0.3), made.inputs.count == 2 { made.inputs.append(nil) }
    spoilFloatWeights(&made, misfit: keepsDimensions ? depth + 1 : nil)
    return made
  }

  /// Of the sizes that the C library's kernel takes. Its reference kernels know nothing of blocks.
  fileprivate mutating func blockwiseFullyConnected() -> OperatorCase {
    let blockSize = pick([2, 4, 6, 16, 32, 64])
    let blocksPerRow = (31 + blockSize) / blockSize + int(0...3)
    let (rows, units, depth) = (int(1...9), int(4...33), blockSize * blocksPerRow)
    return OperatorCase(
      code: .fullyConnected, version: 13, options: FullyConnectedOptions(),
      inputs: [
        floatOperand([rows, depth], deviation: 2),
        blockwise(.int4, rows: units, blocksPerRow: blocksPerRow, blockSize: blockSize),
      ] + (floatBias(units, deviation: 1, share: 0.7).map { [$0] } ?? []),
      outputs: [.float([rows, units])])
  }
}
