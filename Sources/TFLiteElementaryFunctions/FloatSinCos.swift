extension ElementaryFunctions {
  /// The sine of an angle in radians.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_sinf.c`.
  package static func sin(_ x: Float) -> Float {
    guard x.bitPattern & 0x7ff0_0000 >= 0x3980_0000 else { return x }
    guard let (angle, quadrant) = reducedAngle(x) else { return x.isNaN ? x.quieted : .invalid }
    let isNegative = quadrant & 2 != 0
    if quadrant & 1 == 0 { return Float(sinPolynomial(isNegative ? -angle : angle)) }
    return Float(cosPolynomial(angle, sign: isNegative ? -1 : 1))
  }

  /// The cosine of an angle in radians.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_cosf.c`.
  package static func cos(_ x: Float) -> Float {
    guard let (angle, quadrant) = reducedAngle(x) else { return x.isNaN ? x.quieted : .invalid }
    if quadrant & 1 == 0 { return Float(cosPolynomial(angle, sign: quadrant & 2 != 0 ? -1 : 1)) }
    return Float(sinPolynomial((quadrant &+ 1) & 2 != 0 ? -angle : angle))
  }

  @inline(__always)
  private static func sinPolynomial(_ x: Double) -> Double {
    let square = x * x
    let cube = x * square
    let upper = square * -0x1.994eb3774cf24p-13 + 0x1.1107605230bc4p-7
    let lower = cube * -0x1.555545995a603p-3 + x
    return (cube * square) * upper + lower
  }

  /// - Parameter sign: 1 or -1, by which the result is multiplied.
  @inline(__always)
  private static func cosPolynomial(_ x: Double, sign: Double) -> Double {
    let square = x * x
    let fourth = square * square
    let upper = square * 0x1.99343027bf8c3p-16 - 0x1.6c087e89a359dp-10
    let lower = (square * -0x1.ffffffd0c621cp-2 + 1) + fourth * 0x1.55553e1068f19p-5
    return sign * ((fourth * square) * upper + lower)
  }
}
