extension ElementaryFunctions {
  /// The power where it does not follow from the logarithm of the base's magnitude, else nil.
  ///
  /// Nothing is compared with 0: comparisons may take subnormal numbers for it.
  @inline(__always)
  static func specialPower<Number: BinaryFloatingPoint>(_ base: Number, _ exponent: Number) -> Number? {
    if base.isSignalingNaN || exponent.isSignalingNaN { return base.quieted(or: exponent) }
    if exponent.isZero || base == 1 { return 1 }
    if base.isNaN || exponent.isNaN { return base.quieted(or: exponent) }
    if exponent.isInfinite {
      if base.magnitude == 1 { return 1 }
      return (base.magnitude < 1) == (exponent.sign == .minus) ? .infinity : 0
    }
    if base.isZero || base.isInfinite {
      let magnitude: Number = base.isZero == (exponent.sign == .minus) ? .infinity : 0
      return base.sign == .minus && wholeness(exponent) == .odd ? -magnitude : magnitude
    }
    return base.sign == .minus && wholeness(exponent) == .fraction ? .invalid : nil
  }

  enum Wholeness { case fraction, odd, even }

  /// Of a number that is not 0.
  @inline(__always)
  static func wholeness<Number: BinaryFloatingPoint>(_ number: Number) -> Wholeness {
    if number.magnitude < 1 || number.rounded(.towardZero) != number { return .fraction }
    let half = number / 2
    return half.rounded(.towardZero) == half ? .even : .odd
  }
}
