extension ElementaryFunctions {
  /// The natural logarithm of 1 + x, for a finite x of 0 and above.
  ///
  /// Source: glibc, `sysdeps/ieee754/dbl-64/s_log1p.c`.
  package static func log1p(ofPositive x: Double) -> Double {
    if x < 0x1p-29 { return x < 0x1p-54 ? x : x.addingProduct(-(x * x), 0.5) }
    // Compared by the upper halves of the bits.
    guard x.bitPattern >> 32 >= 0x3fda_827a else {
      return log1p(k: 0, fraction: x, correction: 0, isNearPower: false)
    }
    // 1 + x = 2 to the power of k, times 1 + a fraction between √½ - 1 and √2 - 1.
    let isLarge = x.bitPattern >> 32 >= 0x4340_0000
    let sum = isLarge ? x : 1 + x
    var k = Int(sum.exponent)
    // What rounding has taken from the sum.
    let correction = isLarge ? 0 : (k > 0 ? 1 - (sum - x) : x - (sum - 1)) / sum
    let digits = sum.significandBitPattern
    var upperDigits = digits >> 32
    let half = upperDigits >= 0x6a09e
    if half { (k, upperDigits) = (k + 1, (0x10_0000 - upperDigits) >> 2) }
    let fraction = Double(bitPattern: digits | (half ? 0x3fe0_0000_0000_0000 : 0x3ff0_0000_0000_0000)) - 1
    return log1p(k: k, fraction: fraction, correction: correction, isNearPower: upperDigits == 0)
  }

  /// k · ln 2, and the logarithm of 1 + fraction.
  private static func log1p(k: Int, fraction f: Double, correction: Double, isNearPower: Bool) -> Double {
    let (upperLn2, lowerLn2) = (6.93147180369123816490e-01, 1.90821492927058770002e-10)
    let exponent = Double(k)
    let half = 0.5 * f * f
    if isNearPower {
      let tail = correction.addingProduct(exponent, lowerLn2)
      if f == 0 { return tail.addingProduct(exponent, upperLn2) }
      let rest = half * 1.0.addingProduct(-0.66666666666666666, f)
      return k == 0 ? f - rest : (-((rest - tail) - f)).addingProduct(exponent, upperLn2)
    }
    let s = f / (2 + f)
    let z = s * s
    let (z2, z4) = (z * z, z * z * (z * z))
    var series = (z2 * 3.999999999940941908e-01.addingProduct(z, 2.857142874366239149e-01))
      .addingProduct(z, 6.666666666666735130e-01)
    series.addProduct(z4, 2.222219843214978396e-01.addingProduct(z, 1.818357216161805012e-01))
    series.addProduct(z4 * z2, 1.531383769920937332e-01.addingProduct(z, 1.479819860511658591e-01))
    let product = s * (half + series)
    if k == 0 { return f - (half - product) }
    let tail = correction.addingProduct(exponent, lowerLn2)
    return (-((half - (tail + product)) - f)).addingProduct(exponent, upperLn2)
  }
}
