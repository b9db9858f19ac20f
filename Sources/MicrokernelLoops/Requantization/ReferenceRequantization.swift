#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// TFLite's MultiplyByQuantizedMultiplier: `a * 2^left * multiplier / 2^31 / 2^right`, rounded twice.
@inline(__always)
func multiplyByQuantizedMultiplier(
  _ a: Int32Vector, _ multiplier: Int32Vector, left: Int32Vector, right: Int32Vector
) -> Int32Vector {
  roundingShiftRight(highMultiply(shiftLeft(a, by: left), multiplier), by: right)
}

#if !arch(arm64)  // There it is one instruction.
/// The products' high halves, doubled and rounded, halves up: `(a * b + 2^30) >> 31`. No lane of b is negative, so that
/// nothing overflows.
@inline(__always) func highMultiply(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  let half = Int64Vector(repeating: 1 << 30)
  let even = shiftRightLogical(multiplyEven(a, b) &+ half, by: 31)
  let odd = shiftLeft(multiplyOdd(a, b) &+ half, by: 1)
  return mergeEvenOdd(even, odd)
}
#endif

/// `a / 2^n`, n in 0...31, rounded to the nearest integer, halves away from zero. No lane is -2^31.
///
/// Shifted by n - 1, one added and shifted again, so that nothing overflows. Negative values have one subtracted first,
/// which turns halves downward. Where n is 0, none of this may happen.
@inline(__always) func roundingShiftRight(_ a: Int32Vector, by n: Int32Vector) -> Int32Vector {
  let one = minimum(n, Int32Vector(repeating: 1))
  let lower = maximum(signs(a), Int32Vector() &- one)
  return shiftRight(shiftRight(a &+ lower, by: n &- one) &+ one, by: one)
}

/// `MBQM(a, multiplier, -n) + zeroPoint` in one shift, for |a| < 2^30 and n in 1...22.
///
/// The high multiply rounds halves up, the shift after it halves away from zero: `(floor(a * multiplier / 2^31 + 1/2)
/// + 2^(n - 1) - s) >> n`, s being 1 where the high product is negative. Nested floors are one floor, so that both
/// roundings and the zero point are one addend; and s may as well be 1 where `a` is negative, because products that are
/// rounded up to 0 stay 0 either way. Doubled values make the high halves of the products end at the bit that s counts.
@inline(__always)
func rescale(_ a: Int32Vector, _ multiplier: Int32Vector, by n: Int32Vector, adding addend: RescalingAddend)
  -> Int32Vector
{
  let doubled = a &+ a
  let even = multiplyEven(doubled, multiplier) &+ addend.even
  let odd = multiplyOdd(doubled, multiplier) &+ addend.odd
  let isNegative = signs(a)
  return shiftRight(mergeHighHalves(even, odd) &+ isNegative, by: n)
}

/// What ``rescale(_:_:by:adding:)`` adds to the doubled products of even and of odd lanes.
struct RescalingAddend {
  let even: Int64Vector
  let odd: Int64Vector

  /// The shifts for which nothing overflows.
  @inline(__always) static func suits(exponent: Int32) -> Bool { (-22 ... -1).contains(exponent) }

  /// Two roundings and a zero point in -128...127.
  @inline(__always) static func value(exponent: Int32, zeroPoint: Int32) -> Int64 {
    let n = Int64(0 &- exponent)
    return 1 << 31 &+ 1 << (31 &+ n) &+ Int64(zeroPoint) << (32 &+ n)
  }

  /// The shifts for which ``clampedValue(exponent:zeroPoint:)`` fits: from 24 on, the zero point would be shifted out of
  /// the 64 bits.
  @inline(__always) static func suitsClamped(exponent: Int32) -> Bool { (-23 ... -1).contains(exponent) }

  /// The same for products that are not doubled, where what is below the zero point is clamped to it (every RELU): no
  /// sign counts.
  @inline(__always) static func clampedValue(exponent: Int32, zeroPoint: Int32) -> Int64 {
    let n = Int64(0 &- exponent)
    return 1 << 30 &+ 1 << (30 &+ n) &+ Int64(zeroPoint) << (31 &+ n)
  }
}
#endif
