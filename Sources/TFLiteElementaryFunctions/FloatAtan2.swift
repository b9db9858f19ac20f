extension ElementaryFunctions {
  /// The angle, in radians, of the point (x, y).
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/e_atan2f.c`.
  package static func atan2(_ y: Float, _ x: Float) -> Float {
    if x.isNaN || y.isNaN { return x.quieted(or: y) }
    if x == 1 { return atan(y) }
    let magnitude = atan2OfMagnitudes(y, x)
    // The quotient of two subnormal numbers that the processor takes for 0: left of the y-axis it has no sign.
    if magnitude.isNaN, x.sign == .minus { return magnitude }
    return Float(bitPattern: magnitude.bitPattern ^ y.bitPattern & 0x8000_0000)
  }

  /// The angle of (x, |y|). What is 0 or infinite is decided by bits: comparisons may take subnormal numbers for 0.
  @inline(__always)
  private static func atan2OfMagnitudes(_ y: Float, _ x: Float) -> Float {
    let (yBits, xBits) = (y.bitPattern & 0x7fff_ffff, x.bitPattern & 0x7fff_ffff)
    let infinity = Float.infinity.bitPattern
    let isLeft = x.sign == .minus
    let (pi, halfPi): (Float, Float) = (3.1415927410, 1.5707963705)
    if yBits == 0 { return isLeft ? pi : 0 }
    if xBits == 0 { return halfPi }
    if xBits == infinity {
      if yBits == infinity { return isLeft ? 3 * 7.8539818525e-01 : 7.8539818525e-01 }
      return isLeft ? pi : 0
    }
    if yBits == infinity { return halfPi }
    // What is missing in π.
    let error: Float = -8.7422776573e-08
    // The quotient's exponent.
    let exponent = Int32(bitPattern: yBits &- xBits) >> 23
    let angle: Float
    if exponent > 60 {
      angle = halfPi + 0.5 * error
    } else if isLeft, exponent < -60 {
      angle = 0
    } else {
      angle = atan((y / x).magnitude)
    }
    return isLeft ? pi - (angle - error) : angle
  }

  /// The arc tangent, in radians.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_atanf.c`.
  package static func atan(_ x: Float) -> Float {
    let magnitude = x.magnitude
    let bits = magnitude.bitPattern
    // Below 2⁻²⁹; no number is a quotient of subnormal numbers that the processor takes for 0.
    if bits < 0x3100_0000 || x.isNaN { return x }
    // The angle of a nearby fraction, in two parts, and the tangent of what is left.
    let (tangent, high, low): (Float, Float, Float)
    switch magnitude {
    case ..<0.4375: return x - x * atanSeries(x)
    case ..<0.6875: (tangent, high, low) = ((2 * magnitude - 1) / (2 + magnitude), 4.6364760399e-01, 5.0121582440e-09)
    case ..<1.1875: (tangent, high, low) = ((magnitude - 1) / (magnitude + 1), 7.8539812565e-01, 3.7748947079e-08)
    case ..<2.4375:
      (tangent, high, low) = ((magnitude - 1.5) / (1 + 1.5 * magnitude), 9.8279368877e-01, 3.4473217170e-08)
    case ..<0x1p25: (tangent, high, low) = (-1 / magnitude, 1.5707962513, 7.5497894159e-08)
    default: (tangent, high, low) = (0, 1.5707962513 + 7.5497894159e-08, 0)
    }
    let angle = high - ((tangent * atanSeries(tangent) - low) - tangent)
    return x < 0 ? -angle : angle
  }

  /// 1 − atan x / x, the odd and the even terms for themselves.
  @inline(__always)
  private static func atanSeries(_ x: Float) -> Float {
    let z = x * x
    let w = z * z
    let odd3 = 4.9768779427e-02 + w * 1.6285819933e-02
    let odd2 = 6.6610731184e-02 + w * odd3
    let odd1 = 1.4285714924e-01 + w * (9.0908870101e-02 + w * odd2)
    let odd = z * (3.3333334327e-01 + w * odd1)
    let even3 = -5.8335702866e-02 + w * -3.6531571299e-02
    let even2 = -7.6918758452e-02 + w * even3
    let even1 = -1.1111110449e-01 + w * even2
    let even = w * (-2.0000000298e-01 + w * even1)
    return odd + even
  }
}
