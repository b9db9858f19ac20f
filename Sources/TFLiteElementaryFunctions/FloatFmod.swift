extension ElementaryFunctions {
  /// What a division that rounds toward zero leaves, exactly; it has the sign of the dividend.
  ///
  /// A subnormal divisor is 0 where the processor takes it so.
  ///
  /// Source: glibc, `math/w_fmod_compat.c`.
  package static func fmod(_ dividend: Float, _ divisor: Float) -> Float {
    let (left, right) = (dividend.bitPattern & 0x7fff_ffff, divisor.bitPattern & 0x7fff_ffff)
    let infinity = Float.infinity.bitPattern
    if dividend.isNaN || divisor.isNaN { return dividend.quieted(or: divisor) }
    guard left < infinity, divisor != 0 else { return .invalid }
    if left < right { return dividend }
    let (leftFraction, leftExponent) = wholeFraction(left)
    let (rightFraction, rightExponent) = wholeFraction(right)
    var rest = leftFraction % rightFraction
    var places = leftExponent - rightExponent
    while places > 0 {
      // With 24 bits of the fraction no more than 64.
      let step = min(places, 40)
      rest = (rest << step) % rightFraction
      places -= step
    }
    let shift = min(rest.leadingZeroBitCount - 40, rightExponent - 1)
    let bits = UInt32(truncatingIfNeeded: rest << shift) &+ UInt32(rightExponent - shift - 1) << 23
    return Float(bitPattern: (rest == 0 ? 0 : bits) | dividend.bitPattern & 0x8000_0000)
  }

  /// fraction · 2 to the power of exponent − 150, where exponent is 1 or more.
  private static func wholeFraction(_ bits: UInt32) -> (fraction: UInt64, exponent: Int) {
    let field = bits >> 23
    return (UInt64(bits & 0x7f_ffff | (field == 0 ? 0 : 0x80_0000)), Int(max(field, 1)))
  }
}
