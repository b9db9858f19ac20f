extension ElementaryFunctions {
  /// The base to the power of the exponent; no number for a negative base and an exponent that is not whole.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/e_powf.c`.
  package static func pow(_ base: Float, _ exponent: Float) -> Float {
    if let power = specialPower(base, exponent) { return power }
    let power = powerOfTwo(Double(exponent) * binaryLogarithm(normalBits(base.magnitude)))
    return base.sign == .minus && wholeness(exponent) == .odd ? -power : power
  }

  /// log₂ of a positive number, whose bits have an exponent field that may be below 0.
  private static func binaryLogarithm(_ bits: UInt32) -> Double {
    let (exponent, fraction, interval) = reducedForLog(bits)
    let (reciprocal, logarithm) = binaryLogTable[interval]
    let r = (-1).addingProduct(fraction, reciprocal)
    let square = r * r
    let upper = (-0x1.71969a075c67ap-2).addingProduct(0x1.27616c9496e0bp-2, r)
    let middle = (-0x1.7154748bef6c8p-1).addingProduct(0x1.ec70a6ca7baddp-2, r)
    let lower = (logarithm + exponent).addingProduct(0x1.71547652ab82bp0, r)
    return lower.addingProduct(middle, square).addingProduct(upper, square * square)
  }

  private static func powerOfTwo(_ x: Double) -> Float {
    // Where the result is infinite or 0 anyway.
    let limited = x > 200 ? 200 : x < -200 ? -200 : x
    // x = k / 32 + r, where k is whole. Adding the shift rounds, and leaves k in the lowest bits.
    let shift = 0x1.8p47
    let shifted = limited + shift
    let r = limited - (shifted - shift)
    let upper = 0x1.ebfce50fac4f3p-3.addingProduct(0x1.c6af84b912394p-5, r)
    let lower = 1.addingProduct(0x1.62e42ff0c52d6p-1, r)
    return Float(lower.addingProduct(upper, r * r) * scaledPowerOfTwo(shifted.bitPattern))
  }

  /// For each interval 1 / c, where c lies near its center, and log₂ c.
  private static let binaryLogTable: [(reciprocal: Double, logarithm: Double)] = [
    (0x1.661ec79f8f3bep+0, -0x1.efec65b963019p-2), (0x1.571ed4aaf883dp+0, -0x1.b0b6832d4fca4p-2),
    (0x1.49539f0f010bp+0, -0x1.7418b0a1fb77bp-2), (0x1.3c995b0b80385p+0, -0x1.39de91a6dcf7bp-2),
    (0x1.30d190c8864a5p+0, -0x1.01d9bf3f2b631p-2), (0x1.25e227b0b8eap+0, -0x1.97c1d1b3b7afp-3),
    (0x1.1bb4a4a1a343fp+0, -0x1.2f9e393af3c9fp-3), (0x1.12358f08ae5bap+0, -0x1.960cbbf788d5cp-4),
    (0x1.0953f419900a7p+0, -0x1.a6f9db6475fcep-5), (0x1p+0, 0x0p+0),
    (0x1.e608cfd9a47acp-1, 0x1.338ca9f24f53dp-4), (0x1.ca4b31f026aap-1, 0x1.476a9543891bap-3),
    (0x1.b2036576afce6p-1, 0x1.e840b4ac4e4d2p-3), (0x1.9c2d163a1aa2dp-1, 0x1.40645f0c6651cp-2),
    (0x1.886e6037841edp-1, 0x1.88e9c2c1b9ff8p-2), (0x1.767dcf5534862p-1, 0x1.ce0a44eb17bccp-2),
  ]
}
