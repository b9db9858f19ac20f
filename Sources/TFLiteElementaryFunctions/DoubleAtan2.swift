extension ElementaryFunctions {
  /// The angle, in radians, of the point (x, y).
  ///
  /// Source: glibc, `sysdeps/ieee754/dbl-64/e_atan2.c`.
  package static func atan2(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return x.quieted(or: y) }
    // Close to the negative axis the sign is that of a comparison, which may take subnormal numbers for 0.
    if x < 0, x.isFinite, !y.isZero, exponentDifference(y, x) <= -57 { return y > 0 ? pi.high : -pi.high }
    let magnitude = atan2OfMagnitude(y.magnitude, x)
    return y.sign == .minus ? -magnitude : magnitude
  }

  private static func exponentDifference(_ y: Double, _ x: Double) -> Int {
    Int(y.exponentBitPattern) - Int(x.exponentBitPattern)
  }

  /// The angle of (x, y) where y is 0 or more.
  private static func atan2OfMagnitude(_ y: Double, _ x: Double) -> Double {
    let isLeft = x.sign == .minus
    if y.isZero { return isLeft ? pi.high : 0 }
    if x == 0 { return halfPi.high }
    if x.isInfinite {
      if y.isInfinite { return isLeft ? 0x1.2d97c7f3321d2p+1 : 0x1.921fb54442d18p-1 }
      return isLeft ? pi.high : 0
    }
    if y.isInfinite { return halfPi.high }
    // Where the smaller of both no longer counts.
    if exponentDifference(y, x) >= 57 { return halfPi.high }
    if exponentDifference(y, x) <= -57 { return y / x }
    var (y, x) = (y, x.magnitude)
    if min(x, y) < 0x1p-500 { (y, x) = (y * 0x1p500, x * 0x1p500) }
    if max(x, y) > 0x1p500 { (y, x) = (y * 0x1p-500, x * 0x1p-500) }
    if y < x || y == x && isLeft {
      let slope = PreciseQuotient(y, x)
      return isLeft ? atan(slope, sign: -1, from: pi) : atan(slope)
    }
    return atan(PreciseQuotient(x, y), sign: isLeft ? 1 : -1, from: halfPi)
  }

  /// A number and what it lacks.
  private typealias Pair = (high: Double, low: Double)

  private static var pi: Pair { (0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53) }
  private static var halfPi: Pair { (0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54) }

  /// A quotient, 1 or less, and what it lacks.
  private struct PreciseQuotient {
    let value: Double
    let rest: Double

    init(_ dividend: Double, _ divisor: Double) {
      value = dividend / divisor
      let product = divisor * value
      let error = (-product).addingProduct(divisor, value)
      rest = ((dividend - product) - error) / divisor
    }
  }

  private static func atan(_ x: PreciseQuotient) -> Double {
    if x.value < 0x1p-4 {
      let square = x.value * x.value
      return x.value + x.rest.addingProduct(x.value * square, atanSeries(square))
    }
    let row = atanRow(x.value)
    let difference = x.value - atanTable(row, 0)
    let sum = difference + x.rest
    let isLarger = difference.magnitude > x.rest.magnitude
    let error = isLarger ? (difference - sum) + x.rest : (x.rest - sum) + difference
    let slope = atanTable(row, 2)
    let curved = (sum * sum * atanCurve(row, sum)).addingProduct(error, slope)
    return atanTable(row, 1) + curved.addingProduct(sum, slope)
  }

  /// An angle plus or minus the arc tangent of x.
  private static func atan(_ x: PreciseQuotient, sign: Double, from angle: Pair) -> Double {
    if x.value < 0x1p-4 {
      let square = x.value * x.value
      let series = (x.value * square) * atanSeries(square)
      let sum = angle.high + sign * x.value
      let error = (angle.high - sum) + sign * x.value
      return sum + (((angle.low + error) + sign * x.rest) + sign * series)
    }
    let row = atanRow(x.value)
    let difference = (x.value - atanTable(row, 0)) + x.rest
    let polynomial = atanTable(row, 2).addingProduct(difference, atanCurve(row, difference))
    return (angle.high + sign * atanTable(row, 1)) + angle.low.addingProduct(sign * difference, polynomial)
  }

  /// atan x = x + x³ · the series of x².
  private static func atanSeries(_ square: Double) -> Double {
    let coefficient9 = (-0x1.7458022b13c25p-4).addingProduct(0x1.375f08b31cbcep-4, square)
    let coefficient7 = 0x1.c71c6e5129a3bp-4.addingProduct(coefficient9, square)
    let coefficient5 = (-0x1.24924923f7603p-3).addingProduct(coefficient7, square)
    let coefficient3 = 0x1.99999999997fdp-3.addingProduct(coefficient5, square)
    return (-0x1.5555555555555p-2).addingProduct(coefficient3, square)
  }

  /// The row of the table whose number is nearest.
  private static func atanRow(_ x: Double) -> Int { Int((256 * x).rounded(.toNearestOrEven)) - 16 }

  private static func atanTable(_ row: Int, _ column: Int) -> Double { Double(bitPattern: atanTable[7 * row + column]) }

  /// The polynomial from its square on.
  private static func atanCurve(_ row: Int, _ x: Double) -> Double {
    let upper = atanTable(row, 5).addingProduct(atanTable(row, 6), x)
    return atanTable(row, 3).addingProduct(atanTable(row, 4).addingProduct(upper, x), x)
  }
}
