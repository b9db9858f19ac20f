/// TFLite's MultiplyByQuantizedMultiplier: `a * 2^left * multiplier / 2^31 / 2^right`, rounded twice.
@inline(__always)
func multiplyByQuantizedMultiplier(
  _ a: Int32Vector, _ multiplier: Int32Vector, left: Int32Vector, right: Int32Vector
) -> Int32Vector {
  roundingShiftRight(highMultiply(shiftLeft(a, by: left), multiplier), by: right)
}

/// `a / 2^n`, n in 0...31, rounded to the nearest integer, halves away from zero. No lane is -2^31.
///
/// Shifted by n - 1, one added and shifted again, so that nothing overflows. Negative values have one subtracted first,
/// which turns halves downward. Where n is 0, none of this may happen.
@inline(__always) func roundingShiftRight(_ a: Int32Vector, by n: Int32Vector) -> Int32Vector {
  let one = minimum(n, Int32Vector(repeating: 1))
  let lower = maximum(shiftRight(a, by: Int32Vector(repeating: 31)), Int32Vector() &- one)
  return shiftRight(shiftRight(a &+ lower, by: n &- one) &+ one, by: one)
}

/// To the nearest integer, halves away from zero, clamped to 24 bits; 0 for not a number.
///
/// Adding just less than 1/2 before truncation rounds as wanted; 1/2 itself would round its predecessor up.
@inline(__always) func roundHalfAwayFromZero(_ a: FloatVector) -> Int32Vector {
  let limit = FloatVector(repeating: 0x1p23)
  let clamped = maximum(minimum(replaceNaN(a), limit), FloatVector() - limit)
  return truncate(clamped + copySign(FloatVector(repeating: (0.5 as Float).nextDown), of: clamped))
}
