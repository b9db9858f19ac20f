extension ElementaryFunctions {
  /// The distance of the point (x, y) from the origin.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/e_hypotf.c`.
  package static func hypot(_ x: Float, _ y: Float) -> Float {
    if let special = specialHypot(x, y) { return special }
    // Squares are exact in double.
    return Float((Double(x) * Double(x) + Double(y) * Double(y)).squareRoot())
  }

  /// The distance of the point (x, y) from the origin.
  ///
  /// Source: glibc, `sysdeps/ieee754/dbl-64/e_hypot.c`.
  package static func hypot(_ x: Double, _ y: Double) -> Double {
    if let special = specialHypot(x, y) { return special }
    let (a, b) = (abs(x), abs(y))
    let (long, short) = a < b ? (b, a) : (a, b)
    let negligible = 0x1p-54
    let scale = 0x1p-600
    if long > 0x1p511 {
      if short <= long * negligible { return long + short }
      return hypotenuse(long * scale, short * scale) / scale
    }
    if short < 0x1p-459 {
      if long >= short / negligible { return long + short }
      return hypotenuse(long / scale, short / scale) * scale
    }
    if short <= long * negligible { return long + short }
    return hypotenuse(long, short)
  }

  /// What follows from an operand that is not finite; nil where both are.
  private static func specialHypot<Number: BinaryFloatingPoint>(_ x: Number, _ y: Number) -> Number? {
    guard !x.isFinite || !y.isFinite else { return nil }
    if x.isSignalingNaN || y.isSignalingNaN { return x.isNaN ? x.quieted : y.quieted }
    if x.isInfinite || y.isInfinite { return .infinity }
    return x.quieted(or: y)
  }

  /// The root of the sum of squares, none of which overflows, corrected once by what it is off.
  private static func hypotenuse(_ long: Double, _ short: Double) -> Double {
    let root = (long * long + short * short).squareRoot()
    let (first, second): (Double, Double)
    if root <= 2 * short {
      let delta = root - short
      first = long * (2 * delta - long)
      second = (delta - 2 * (long - short)) * delta
    } else {
      let delta = root - long
      first = 2 * delta * (long - 2 * short)
      second = (4 * delta - short) * short + delta * delta
    }
    return root - (first + second) / (2 * root)
  }
}
