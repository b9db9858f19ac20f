extension ElementaryFunctions {
  /// The sine of an angle in radians, whose magnitude must be less than 2.426.
  ///
  /// Source: glibc, `sysdeps/ieee754/dbl-64/s_sin.c`.
  package static func sin(ofSmall x: Double) -> Double {
    if abs(x) < 0x1p-26 { return x }
    guard abs(x) >= 0x1.b6p-1 else { return sinOfRow(x, tail: 0) }
    let magnitude = cosOfRow(halfPi.high - abs(x), tail: halfPi.low)
    return x < 0 ? -magnitude : magnitude
  }

  /// The cosine of an angle in radians, whose magnitude must be less than 2.426.
  ///
  /// Source: glibc, `sysdeps/ieee754/dbl-64/s_sin.c`.
  package static func cos(ofSmall x: Double) -> Double {
    if abs(x) < 0x1p-27 { return 1 }
    guard abs(x) >= 0x1.b6p-1 else { return cosOfRow(x, tail: 0) }
    let rest = halfPi.high - abs(x)
    let angle = rest + halfPi.low
    return sinOfRow(angle, tail: (rest - angle) + halfPi.low)
  }

  /// The cosine of an angle in radians, whose magnitude must be less than 10⁸.
  ///
  /// Source: glibc, `sysdeps/ieee754/dbl-64/s_sin.c`, where larger angles are reduced otherwise.
  package static func cos(_ x: Double) -> Double {
    guard abs(x) >= 0x1.368fdp1 else { return cos(ofSmall: x) }
    // x less a multiple of π/2, which has four parts.
    let rounded = 0x1.8p52.addingProduct(x, 0x1.45f306dc9c883p-1)
    let quarters = rounded - 0x1.8p52
    let first = x.addingProduct(-quarters, 0x1.921fb58p0).addingProduct(-quarters, -0x1.dde973cp-27)
    let second = first.addingProduct(-quarters, -0x1.cb3b398p-55)
    let angle = second.addingProduct(-quarters, -0x1.d747f23e32ed7p-83)
    let tail =
      (first - second).addingProduct(-quarters, -0x1.cb3b398p-55)
      + (second - angle).addingProduct(-quarters, -0x1.d747f23e32ed7p-83)
    let quadrant = rounded.bitPattern &+ 1
    let magnitude = quadrant & 1 == 0 ? sinOfRow(angle, tail: tail) : cosOfRow(angle, tail: tail)
    return quadrant & 2 == 0 ? magnitude : -magnitude
  }

  private static let halfPi = (high: 0x1.921fb54442d18p+0, low: 0x1.1a62633145c07p-54)

  /// Rows of the table are 1/128 apart; adding this number rounds to the nearest one.
  private static let rowRounding = 0x1.8p45

  /// The nearest row, and what is left of the angle.
  private static func row(_ magnitude: Double) -> (SinCosTable.Row, rest: Double) {
    let rounded = magnitude + rowRounding
    let row = Int(rounded.bitPattern & 0xffff)
    return (SinCosTable.rows[min(row, SinCosTable.rows.count - 1)], magnitude - (rounded - rowRounding))
  }

  /// 1 - cos and the part of sin behind the first term, of an angle near 0 whose square is given.
  private static func oneMinusCos(_ square: Double) -> Double {
    0x1p-1.addingProduct(square, (-0x1.5555555555535p-5).addingProduct(square, 0x1.6c16bedd9e239p-10))
  }

  private static func sinCubic(_ square: Double) -> Double {
    (-0x1.5555555555515p-3).addingProduct(square, 0x1.11110e829872fp-7)
  }

  private static func sinOfRow(_ x: Double, tail: Double) -> Double {
    if abs(x) < 0.126 { return sinSeries(x, tail: tail) }
    let (row, rest) = row(abs(x))
    let square = rest * rest
    let tail = x <= 0 ? -tail : tail
    let sin = rest + tail.addingProduct(rest * square, sinCubic(square))
    let cos = (square * oneMinusCos(square)).addingProduct(rest, tail)
    let correction = row.sin.tail.addingProduct(sin, row.cos.tail).addingProduct(-row.sin.value, cos)
      .addingProduct(row.cos.value, sin)
    let magnitude = row.sin.value + correction
    return x < 0 ? -magnitude : magnitude
  }

  private static func cosOfRow(_ x: Double, tail: Double) -> Double {
    var (row, rest) = row(abs(x))
    rest += x < 0 ? -tail : tail
    let square = rest * rest
    let sin = rest.addingProduct(rest * square, sinCubic(square))
    let cos = square * oneMinusCos(square)
    let correction = row.cos.tail.addingProduct(-sin, row.sin.tail).addingProduct(-row.cos.value, cos)
      .addingProduct(-row.sin.value, sin)
    return row.cos.value + correction
  }

  private static func sinSeries(_ x: Double, tail: Double) -> Double {
    let square = x * x
    var sum = 0x1.71de27b9a7ed9p-19.addingProduct(-0x1.addffc2fcdf59p-26, square)
    sum = (-0x1.a01a019db08b8p-13).addingProduct(sum, square)
    sum = 0x1.1111111110ecep-7.addingProduct(sum, square)
    sum = (-0x1.5555555555555p-3).addingProduct(sum, square)
    return x + tail.addingProduct((-0.5 * tail).addingProduct(sum, x), square)
  }
}
