import TFLiteSchema

extension SplitMix64 {
  /// Float32 values: mostly normally distributed, sometimes small whole numbers, whose sums are often equal, with
  /// many zeros, or so small that subnormal numbers occur.
  mutating func floats(_ count: Int, deviation: Float = 1, mean: Float = 0) -> [Float] {
    switch int(0...9) {
    case 0: (0..<count).map { _ in Float(int(-4...4)) * deviation }
    case 1: (0..<count).map { _ in chance(0.5) ? 0 : mean + deviation * normal() }
    // Products of these are subnormal, and so are many of themselves.
    case 2 where chance(0.2): (0..<count).map { _ in chance(0.5) ? 1e-38 * normal() : 1e-19 * normal() }
    default: (0..<count).map { _ in mean + deviation * normal() }
    }
  }

  /// A float32 operand.
  mutating func floatOperand(
    _ shape: [Int], deviation: Float = 1, mean: Float = 0, isConstant: Bool = false
  ) -> TensorSketch {
    .float(shape, floats(shape.reduce(1, *), deviation: deviation, mean: mean), isConstant: isConstant)
  }

  /// int8 weights as converters make them: from -127 to 127, zero point 0; or smaller integers.
  ///
  /// - Parameter channelDimension: the dimension whose slices have scales of their own; nil for one scale.
  mutating func hybridWeights(_ shape: [Int], channelDimension: Int?, type: TensorType = .int8) -> TensorSketch {
    let scales = (0..<(channelDimension.map { shape[$0] } ?? 1)).map { _ in logUniform(0.001...0.1) }
    return TensorSketch(
      type: type, shape: shape, scales: scales, zeroPoints: scales.map { _ in 0 },
      quantizedDimension: channelDimension ?? 0,
      bytes: (0..<shape.reduce(1, *)).map { _ in UInt8(truncatingIfNeeded: int(-127...127)) }.narrowed(to: type),
      isConstant: true
    ).packed(as: type)
  }

  /// A bias, as often as the share says.
  mutating func floatBias(_ channels: Int, deviation: Float, share: Float) -> TensorSketch? {
    chance(share) ? floatOperand([channels], deviation: deviation, isConstant: true) : nil
  }

  /// Sometimes makes a model that cannot run: both engines must refuse it.
  mutating func spoilFloatWeights(_ made: inout OperatorCase, misfit: Int?) {
    guard chance(0.05) else { return }
    if chance(0.5) {
      made.outputs[0].type = .int8
      made.outputs[0].scales = [1]
      made.outputs[0].zeroPoints = [0]
    } else if let misfit, var weights = made.inputs[1], weights.type == .float32 {
      weights.shape[weights.shape.count - 1] = misfit
      weights.bytes = [UInt8](repeating: 0, count: 4 * weights.elementCount)
      made.inputs[1] = weights
    }
  }
}
