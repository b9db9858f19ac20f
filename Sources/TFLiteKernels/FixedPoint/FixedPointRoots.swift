extension FixedPoint {
  /// ln a for a ≥ 1; argument in Q12.19, result in Q5.26.
  ///
  /// The argument is brought to r·2ⁿ in two ways, a quarter of an octave around a power of two, and the better one is
  /// taken; ln r is a rational function. Source: `tflite/kernels/internal/common.h`,
  /// log_x_for_x_greater_than_or_equal_to_1_impl.
  static func logarithm(_ argument: Int32) -> Int32 {
    // All in Q0.31: ln 2, ½ to the ¼, ½ to the ½, and the coefficients, in which q is the root of 2 to the ¼.
    let logarithmOf2: Int32 = 1_488_522_236
    let rootOfRootOfHalf: Int32 = 1_805_811_301
    let rootOfHalf: Int32 = 1_518_500_250
    let numeratorCubic: Int32 = 117_049_297  // 11/240 · q
    let denominatorSquare: Int32 = 127_690_142  // 1/20 · q
    let denominatorConstant: Int32 = 1_057_819_769  // 2/q − q
    let denominatorLinear: Int32 = 638_450_708  // ¼ · q
    // The sum has 6 integer bits, one more than the result, so that it cannot saturate.
    let fractionalBits: Int32 = 25
    let quarter = roundingDivideByPowerOfTwo(536_870_912, 6)

    let zeros = Int32(truncatingIfNeeded: argument.leadingZeroBitCount)
    let normalized = saturatingShift(argument, zeros - 1)
    let nearOne = saturatingShift(multiply(normalized, rootOfHalf), 1)
    let exponentA = saturatingSum(saturatingShift(12 - zeros, fractionalBits), quarter)

    let lowered = multiply(argument, rootOfHalf)
    let loweredZeros = Int32(truncatingIfNeeded: lowered.leadingZeroBitCount) - 1
    let nearRoot = saturatingShift(argument, loweredZeros)
    let exponentB = saturatingSum(saturatingShift(12 - loweredZeros, fractionalBits), 0 - quarter)

    let r = min(nearOne, nearRoot)
    let exponent = max(exponentA, exponentB)
    let p = roundingHalfSum(r, rootOfRootOfHalf)
    let difference = r &- rootOfRootOfHalf
    let q = difference &+ difference
    let square = multiply(q, q)
    let numerator = multiply(q, r) &+ multiply(multiply(q, square), numeratorCubic)
    let denominatorMinusOne =
      multiply(p, denominatorConstant &+ q &+ multiply(denominatorSquare, square)) &+ multiply(denominatorLinear, q)
    let reciprocal = reciprocalOfOnePlus(denominatorMinusOne)
    let scaledNumerator = roundingDivideByPowerOfTwo(numerator, 6)
    return saturatingShift(multiply(exponent, logarithmOf2) &+ multiply(scaledNumerator, reciprocal), 1)
  }

  /// 1 / √a as a fraction and a power of two; 0 counts as 1.
  ///
  /// Newton's method, five steps from 1. Source: `tflite/kernels/internal/common.h`, GetInvSqrtQuantizedMultiplierExp.
  static func reciprocalSquareRoot(_ argument: Int32) -> QuantizedMultiplier {
    guard argument > 1 else { return QuantizedMultiplier(mantissa: .max, exponent: 0) }
    var input = argument
    var rightShift: Int32 = 11
    while input >= 1 << 29 {
      input /= 4
      rightShift += 1
    }
    let bitPairs = (Int32(truncatingIfNeeded: input.leadingZeroBitCount) - 1) / 2 - 1
    rightShift -= bitPairs
    input <<= 2 * bitPairs

    // All in Q3.28.
    let value = input >> 1
    let halfValue = roundingDivideByPowerOfTwo(value, 1)
    let threeHalves: Int32 = 1 << 28 + 1 << 27
    var x: Int32 = 1 << 28
    for _ in 0..<5 {
      let cube = saturatingShift(multiply(multiply(x, x), x), 6)
      x = saturatingShift(multiply(threeHalves, x) &- multiply(halfValue, cube), 3)
    }
    let halfRootOf2: Int32 = 1_518_500_250
    x = multiply(x, halfRootOf2)
    if rightShift < 0 {
      x &<<= 0 - rightShift
      rightShift = 0
    }
    return QuantizedMultiplier(mantissa: x, exponent: 0 - rightShift)
  }

  private static func multiply(_ a: Int32, _ b: Int32) -> Int32 {
    saturatingRoundingDoublingHighMultiply(a, b)
  }

  /// To the left saturated, to the right rounded.
  private static func saturatingShift(_ value: Int32, _ shift: Int32) -> Int32 {
    shift >= 0 ? saturatingShiftLeft(value, Int64(shift)) : roundingDivideByPowerOfTwo(value, 0 - shift)
  }

  private static func saturatingSum(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: Int64(a) + Int64(b))
  }
}
