import TFLiteMicrokernels
import TestRandomness

/// Bias, multipliers and output range of a random case.
struct RandomRequantization {
  var bias: [Int32]?
  var multipliers: [Int32]
  var exponents: [Int32]
  var scales: [Float]
  var range: OutputRange

  init(columns: Int, depth: Int, using random: inout SeededGenerator) {
    // Now and then around the largest sums that have a path of their own.
    let largestBias: Int32 = Int.random(in: 0..<8, using: &random) == 0 ? 1 << 30 : 20000
    bias =
      Bool.random(using: &random)
      ? (0..<columns).map { _ in .random(in: -largestBias...largestBias, using: &random) } : nil

    // Typical multipliers bring the sums to some hundreds; now and then any exponent at all.
    let typical = -Int32(Double(depth * 5000).squareRoot().binade.exponent)
    let isWild = Int.random(in: 0..<8, using: &random) == 0
    exponents = (0..<columns).map { _ in
      isWild ? .random(in: -31...40, using: &random) : min(typical + .random(in: -2...1, using: &random), 0)
    }
    // Powers of two make halves, on which rounding rules differ.
    let hasHalves = Int.random(in: 0..<4, using: &random) == 0
    multipliers = (0..<columns).map { _ in hasHalves ? 1 << 30 : .random(in: 1 << 30...Int32.max, using: &random) }
    scales = zip(multipliers, exponents).map {
      Float(Double($0) / 0x1p31 * Double(sign: .plus, exponent: Int($1), significand: 1))
    }
    let least: Int32 = Bool.random(using: &random) ? -128 : 0
    let lower = least + [0, 0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    let upper = least + 255 - [0, 0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    let zeroPoint = Bool.random(using: &random) ? lower : .random(in: least...least + 255, using: &random)
    range = (zeroPoint, lower, upper, least < 0)
  }

  /// Gives some columns what quantizing makes of channels that have died in training: a tiny scale, and a bias that is as
  /// large.
  ///
  /// - Returns: the columns whose weights are to be 0, which most of these are.
  mutating func killColumns(using random: inout SeededGenerator) -> [Int] {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return [] }
    var bias = bias ?? Array(repeating: 0, count: multipliers.count)
    var idle: [Int] = []
    for column in multipliers.indices where Int.random(in: 0..<4, using: &random) == 0 {
      bias[column] = [.min, .max, 1 << 30, -1 << 30, .random(in: .min ... .max, using: &random)]
        .randomElement(using: &random)!
      exponents[column] = .random(in: -31 ... -18, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 { (multipliers[column], exponents[column]) = (0, 0) }
      if Int.random(in: 0..<6, using: &random) != 0 { idle.append(column) }
    }
    self.bias = bias
    return idle
  }

  /// The byte that a sum, bias included, becomes.
  func apply(_ sum: Int32, _ column: Int, _ numerics: Numerics) -> UInt8 {
    let scaled: Int64
    switch numerics {
    case .reference:
      // The reference adds with 32 bits.
      scaled = Int64(multiplyByQuantizedMultiplier(sum, multipliers[column], exponents[column]) &+ range.zeroPoint)
    case .xnnpack: scaled = xnnpack(sum, scales[column]) + Int64(range.zeroPoint)
    case .exact: scaled = exact(sum, scales[column]) + Int64(range.zeroPoint)
    }
    return UInt8(truncatingIfNeeded: min(max(scaled, Int64(range.lower)), Int64(range.upper)))
  }

  /// Packs for the given numerics, or for the sums themselves.
  func pack<K: EpilogueMicrokernels>(
    _: K.Type, _ numerics: Numerics?, weights: CanaryBuffer, into epilogue: CanaryBuffer, inputZeroPoint: Int32,
    inputIsSigned: Bool
  ) {
    switch numerics {
    case .reference:
      K.packReferenceEpilogue(
        into: epilogue.pointer, weights: weights.pointer, bias: bias, inputZeroPoint: inputZeroPoint,
        inputIsSigned: inputIsSigned, multipliers: multipliers, exponents: exponents, range: range)
    case .xnnpack:
      K.packXNNPACKEpilogue(
        into: epilogue.pointer, weights: weights.pointer, bias: bias, inputZeroPoint: inputZeroPoint,
        inputIsSigned: inputIsSigned, scales: scales, range: range)
    case .exact:
      K.packExactEpilogue(
        into: epilogue.pointer, weights: weights.pointer, bias: bias, inputZeroPoint: inputZeroPoint,
        inputIsSigned: inputIsSigned, scales: scales, range: range)
    case nil:
      K.packAccumulatorEpilogue(
        into: epilogue.pointer, weights: weights.pointer, bias: bias, inputZeroPoint: inputZeroPoint,
        inputIsSigned: inputIsSigned)
    }
  }
}
