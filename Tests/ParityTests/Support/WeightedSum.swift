import TFLiteSchema

/// The constants and the output of an operator that sums products of inputs and weights, with scales that make the
/// sums spread over the output's range.
struct WeightedSum {
  var weights: TensorSketch
  /// 32-bit integers; nil where the operator has none.
  var bias: TensorSketch?
  var output: Affine
}

/// How the weights of an operator are laid out and quantized.
struct WeightLayout {
  var shape: [Int]
  /// The dimension of `shape` that counts output channels.
  var channelDimension: Int
  /// The number of products that make one sum.
  var taps: Int
  /// Whether each channel has a scale of its own.
  var isPerChannel: Bool
  /// Whether the zero point must be 0.
  var isSymmetric: Bool
  /// The type of less than a byte in which the weights are stored; nil where that is the activations' type.
  var packedType: TensorType?

  var channels: Int { shape[channelDimension] }
}

extension SplitMix64 {
  mutating func weightedSum(
    of input: TensorSketch, _ kind: Quantized8, _ layout: WeightLayout, activation: ActivationFunctionType,
    biasShare: Float
  ) -> WeightedSum {
    let zeroPoint = layout.isSymmetric ? 0 : zeroPoint(kind)
    let count = layout.shape.reduce(1, *)
    var bytes = storedBytes(kind, count: count, center: zeroPoint)
    if let packedType = layout.packedType { bytes = bytes.narrowed(to: packedType) }

    let inputMoments = Moments(input.bytes.lazy.map { Float(kind.value($0) - input.zeroPoints[0]) })
    let weightMoments = Moments(bytes.lazy.map { Float(kind.value($0) - zeroPoint) })
    let taps = Float(layout.taps)
    let sumMean = taps * inputMoments.mean * weightMoments.mean
    let variance =
      taps * (inputMoments.square * weightMoments.square - (inputMoments.mean * weightMoments.mean).squared)
    let sumDeviation = max(variance.squareRoot(), 1)

    let target = targetDeviation(activation)
    let scale = target / sumDeviation / input.scales[0]
    let isDyadic = input.scales[0].isPowerOfTwo
    let scales = (layout.isPerChannel ? (0..<layout.channels).map { _ in scale * logUniform(0.4...2.5) } : [scale])
      .map { isDyadic ? $0.nextPowerOfTwo : $0 }

    // Sums lie halfway between stored results where the output's scale is the product of the others, but for a power of
    // two. Where that product is rounded, it matters in which precision it is computed.
    let unit: Float? = isDyadic ? 1 : chance(0.2) ? input.scales[0] * scales[0] : nil

    // An activation that cuts off below zero gets sums that lie mostly above it.
    let wantedMean = activation == .relu || activation == .relu6 ? 1.5 * sumDeviation : 0
    let hasBias = chance(biasShare)
    let bias =
      hasBias
      ? (0..<layout.channels).map { _ in
        Int32(clamping: Int(wantedMean - sumMean + 0.4 * sumDeviation * normal()))
      } : nil
    let spread = Spread(
      mean: (hasBias ? wantedMean : sumMean) * scale * input.scales[0], deviation: 1.1 * target)

    return WeightedSum(
      weights: TensorSketch(
        type: kind.tensorType, shape: layout.shape, scales: scales,
        zeroPoints: scales.map { _ in zeroPoint },
        quantizedDimension: layout.isPerChannel ? layout.channelDimension : 0,
        bytes: bytes, isConstant: chance(0.95)
      ).packed(as: layout.packedType),
      bias: bias.map { values in
        TensorSketch(
          type: .int32, shape: [layout.channels], scales: scales.map { $0 * input.scales[0] },
          zeroPoints: scales.map { _ in 0 }, bytes: values.flatMap(littleEndianBytes), isConstant: chance(0.95))
      },
      output: outputAffine(kind, spread: spread, unit: unit, activation: activation))
  }
}

extension Float {
  fileprivate var squared: Float { self * self }
}

extension SplitMix64 {
  /// The operands in the order of the operators that have weights.
  func weightedOperands(_ input: TensorSketch, _ sum: WeightedSum) -> [TensorSketch?] {
    [input, sum.weights] + (sum.bias.map { [$0] } ?? [])
  }

  /// Sometimes makes a model that does not fit together: both engines must refuse it, or both run it.
  ///
  /// - Parameter misfit: a size of the weights' last dimension that does not fit the input; nil where every size does.
  mutating func spoilWeightedSum(_ made: inout OperatorCase, misfit: Int?) {
    guard chance(0.06) else { return }
    switch int(0...3) {
    case 0:
      guard let misfit, var weights = made.inputs[1] else { return }
      weights.shape[weights.shape.count - 1] = misfit
      weights.bytes = [UInt8](repeating: 1, count: weights.type.byteCount(shape: weights.shape) ?? 0)
      weights.scales = [weights.scales[0]]
      weights.zeroPoints = [weights.zeroPoints[0]]
      made.inputs[1] = weights
    case 1:  // A bias with scales of its own. It depends on the output's scale whether that goes too far.
      guard made.inputs.count == 3, var bias = made.inputs[2] else { return }
      let factor = pick([1.0001, 1.1, 10, 1000] as [Float])
      bias.scales = chance(0.2) ? [] : bias.scales.map { $0 * factor }
      if bias.scales.isEmpty { bias.zeroPoints = [] }
      made.inputs[2] = bias
    case 2:  // A bias of the wrong length.
      guard made.inputs.count == 3, var bias = made.inputs[2] else { return }
      bias.shape = [bias.shape[0] + 1]
      bias.bytes += [0, 0, 0, 0]
      bias.scales = [bias.scales[0]]
      bias.zeroPoints = [0]
      made.inputs[2] = bias
    default:  // Another type than the input's.
      made.outputs[0].type = .float32
    }
  }
}
