import TFLiteSchema

/// Sizes at and around the widths of vector registers, most of them no multiple of any.
let awkwardSizes = [1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 19, 23, 31, 32, 33]

extension SplitMix64 {
  /// A zero point: mostly anywhere in the type's range, often at its ends or its middle.
  mutating func zeroPoint(_ kind: Quantized8) -> Int {
    let range = kind.range
    switch int(0...9) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    case 2, 3: return kind == .uint8 ? 128 : 0
    default: return int(range)
    }
  }

  /// Scale and zero point of an operand. Some scales are powers of two: where all of an operator's are, results often
  /// lie halfway between two stored values, where the direction of rounding shows.
  mutating func affine(_ kind: Quantized8, scales: ClosedRange<Float> = 0.001...2) -> Affine {
    let scale = logUniform(scales)
    return Affine(scale: chance(0.2) ? scale.nextPowerOfTwo : scale, zeroPoint: zeroPoint(kind))
  }

  /// Stored values: mostly spread over the whole range, else bunched around `center` or only the two ends.
  mutating func storedBytes(_ kind: Quantized8, count: Int, center: Int? = nil) -> [UInt8] {
    let range = kind.range
    switch int(0...9) {
    case 0:
      return (0..<count).map { _ in kind.byte(chance(0.5) ? range.lowerBound : range.upperBound) }
    case 1, 2, 3:
      let middle = Float(center ?? int(range))
      let width = logUniform(2...60)
      return (0..<count).map { _ in kind.byte(Int((middle + width * normal()).rounded())) }
    default:
      return (0..<count).map { _ in kind.byte(int(range)) }
    }
  }

  /// An operand with random quantization and values.
  mutating func operand(_ kind: Quantized8, _ shape: [Int], scales: ClosedRange<Float> = 0.001...2) -> TensorSketch {
    let affine = affine(kind, scales: scales)
    return .quantized(
      kind, shape, affine, bytes: storedBytes(kind, count: shape.reduce(1, *), center: affine.zeroPoint))
  }

  /// A shape of the given rank with at most `limit` elements.
  mutating func shape(rank: Int, limit: Int = 2000) -> [Int] {
    while true {
      let shape = (0..<rank).map { _ in rank <= 2 ? pick(awkwardSizes) : int(1...9) }
      if shape.reduce(1, *) <= limit { return shape }
    }
  }

  /// A shape for an operator that treats all elements alike. Scalars and tensors without elements are among them.
  mutating func elementwiseShape() -> [Int] { chance(0.02) ? [0] : shape(rank: int(0...5)) }

  mutating func activation() -> ActivationFunctionType { pick([.none, .none, .relu, .relu6, .reluN1To1]) }
}

extension Float {
  /// The least power of two that is not smaller; the number must be positive.
  var nextPowerOfTwo: Float { isPowerOfTwo ? self : Float(sign: .plus, exponent: exponent + 1, significand: 1) }

  var isPowerOfTwo: Bool { significand == 1 }
}
