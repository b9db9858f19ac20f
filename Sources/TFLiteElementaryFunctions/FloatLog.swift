extension ElementaryFunctions {
  /// The natural logarithm; of 0 it is -∞, of what is below no number.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/e_logf.c`.
  package static func log(_ x: Float) -> Float {
    if x.isNaN { return x.quieted }
    if x.bitPattern > (-0.0 as Float).bitPattern { return .invalid }
    guard isPositiveAndFinite(x) else { return x > 0 ? .infinity : -.infinity }
    let (exponent, fraction, interval) = reducedForLog(normalBits(x))
    let (reciprocal, logarithm) = logTable[interval]
    let r = cancelingProduct(fraction, reciprocal, -1)
    let square = r * r
    let upper = r * 0x1.5575b0be00b6ap-2 - 0x1.ffffef20a4123p-2
    let sum = square * -0x1.00ea348b88334p-2 + upper
    return Float(sum * square + (exponent * 0x1.62e42fefa39efp-1 + logarithm + r))
  }

  /// Decided by bits: comparisons may take subnormal numbers for 0.
  @inline(__always)
  static func isPositiveAndFinite(_ x: Float) -> Bool { x.bitPattern &- 1 < Float.infinity.bitPattern &- 1 }

  /// The bits of a positive number, with an exponent field that goes below 0 for subnormal ones.
  @inline(__always)
  static func normalBits(_ x: Float) -> UInt32 {
    x.bitPattern < Float.leastNormalMagnitude.bitPattern ? (x * 0x1p23).bitPattern &- 23 << 23 : x.bitPattern
  }

  /// x = 2 to the power of the exponent, times a fraction from 0.7 to 1.4, which lies in one of 16 intervals.
  @inline(__always)
  static func reducedForLog(_ bits: UInt32) -> (exponent: Double, fraction: Double, interval: Int) {
    let difference = bits &- 0x3f33_0000
    let exponent = Int32(bitPattern: difference) >> 23
    let fraction = Float(bitPattern: bits &- difference & 0xff80_0000)
    return (Double(exponent), Double(fraction), Int(truncatingIfNeeded: difference >> 19 & 15))
  }

  /// For each interval 1 / c, where c lies near its center, and ln c.
  private static let logTable: [(reciprocal: Double, logarithm: Double)] = [
    (0x1.661ec79f8f3bep+0, -0x1.57bf7808caadep-2), (0x1.571ed4aaf883dp+0, -0x1.2bef0a7c06ddbp-2),
    (0x1.49539f0f010bp+0, -0x1.01eae7f513a67p-2), (0x1.3c995b0b80385p+0, -0x1.b31d8a68224e9p-3),
    (0x1.30d190c8864a5p+0, -0x1.6574f0ac07758p-3), (0x1.25e227b0b8eap+0, -0x1.1aa2bc79c81p-3),
    (0x1.1bb4a4a1a343fp+0, -0x1.a4e76ce8c0e5ep-4), (0x1.12358f08ae5bap+0, -0x1.1973c5a611cccp-4),
    (0x1.0953f419900a7p+0, -0x1.252f438e10c1ep-5), (0x1p+0, 0x0p+0),
    (0x1.e608cfd9a47acp-1, 0x1.aa5aa5df25984p-5), (0x1.ca4b31f026aap-1, 0x1.c5e53aa362eb4p-4),
    (0x1.b2036576afce6p-1, 0x1.526e57720db08p-3), (0x1.9c2d163a1aa2dp-1, 0x1.bc2860d22477p-3),
    (0x1.886e6037841edp-1, 0x1.1058bc8a07ee1p-2), (0x1.767dcf5534862p-1, 0x1.4043057b6ee09p-2),
  ]
}
