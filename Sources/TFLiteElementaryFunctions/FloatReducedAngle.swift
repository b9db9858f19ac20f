extension ElementaryFunctions {
  /// x less the nearest multiple of π/2, and that multiple modulo 4; nil if x is not finite.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_sincosf.h`.
  @inline(__always)
  static func reducedAngle(_ x: Float) -> (angle: Double, quadrant: Int)? {
    let magnitude = x.bitPattern & 0x7ff0_0000
    if magnitude < 0x3f40_0000 { return (Double(x), 0) }
    if magnitude < 0x42f0_0000 { return reducedSmallAngle(Double(x)) }
    guard magnitude < Float.infinity.bitPattern else { return nil }
    let (angle, quadrant) = reducedLargeAngle(x.bitPattern)
    return x < 0 ? (-angle, -quadrant) : (angle, quadrant)
  }

  /// For |x| < 120.
  @inline(__always)
  private static func reducedSmallAngle(_ x: Double) -> (angle: Double, quadrant: Int) {
    // The quotient in units of 2⁻²⁴, rounded to a whole number.
    let scaled = Int32(x * 0x1.45f306dc9c883p+23)
    let quotient = (scaled &+ 0x80_0000) >> 24
    return (cancelingProduct(Double(quotient), -0x1.921fb54442d18p0, x), Int(quotient))
  }

  /// The remainder of |x| with respect to π/2 by integers: the fraction times a window of 96 bits of 4/π, beginning where
  /// its bits stop being multiples of 2π.
  @inline(__always)
  private static func reducedLargeAngle(_ bits: UInt32) -> (angle: Double, quadrant: Int) {
    let window = Int(truncatingIfNeeded: bits >> 26 & 15)
    let fraction = (bits & 0x7f_ffff | 0x80_0000) << (bits >> 23 & 7)
    let high = fraction &* fourOverPi[window]
    let middle = UInt64(fraction) &* UInt64(fourOverPi[window + 4])
    let low = UInt64(fraction) &* UInt64(fourOverPi[window + 8])
    // In units of π · 2⁻⁶³.
    let angle = (UInt64(high) << 32 | low >> 32) &+ middle
    let quadrant = (angle &+ 1 << 61) >> 62
    let rest = Int64(bitPattern: angle &- quadrant << 62)
    return (Double(rest) * 0x1.921fb54442d18p-62, Int(quadrant))
  }

  /// 32 bits of 4/π each, 8 bits apart.
  private static let fourOverPi: [UInt32] = [
    0x0000_00a2, 0x0000_a2f9, 0x00a2_f983, 0xa2f9_836e, 0xf983_6e4e, 0x836e_4e44, 0x6e4e_4415, 0x4e44_1529,
    0x4415_29fc, 0x1529_fc27, 0x29fc_2757, 0xfc27_57d1, 0x2757_d1f5, 0x57d1_f534, 0xd1f5_34dd, 0xf534_ddc0,
    0x34dd_c0db, 0xddc0_db62, 0xc0db_6295, 0xdb62_9599, 0x6295_993c, 0x9599_3c43, 0x993c_4390, 0x3c43_9041,
  ]
}
