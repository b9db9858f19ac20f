#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// See Sources/TFLiteElementaryFunctions/FloatExp.swift.

/// eˣ, computed in double.
@inline(__always) func exp(_ x: FloatVector, _ powers: PowersOfTwo) -> FloatVector {
  // Where the result is infinite or 0 anyway; no number is not limited.
  let (lowest, highest) = (floats(-150), floats(130))
  let (low, high) = widen(select(x .> highest, highest, select(x .< lowest, lowest, x)))
  return narrow(exp(low, powers), exp(high, powers))
}

@inline(__always) private func exp(_ x: DoubleVector, _ powers: PowersOfTwo) -> DoubleVector {
  // x = (k + r) · ln 2 / 32, where k is whole. Adding the shift rounds, and leaves k in the lowest bits.
  let scale = 0x1.71547652b82fep+5
  let shift = doubles(0x1.8p52)
  let shifted = x * doubles(scale) + shift
  // The product of a float with each half of the scale is exact.
  let upperHalf = Double(bitPattern: scale.bitPattern & ~0xff_ffff)
  let r = (x * doubles(upperHalf) + (shift - shifted)) + x * doubles(scale - upperHalf)
  let square = r * r
  let upper = r * doubles(0x1.c6af84b912394p-20) + doubles(0x1.ebfce50fac4f3p-13)
  let lower = r * doubles(0x1.62e42ff0c52d6p-6) + doubles(1)
  let k = cast(shifted, to: Int64Vector.self)
  let power = powers[and(k, Int64Vector(repeating: 31))] &+ shiftLeft(k, by: 47)
  return (upper * square + lower) * cast(power, to: DoubleVector.self)
}

/// Calls `body` with the table of 2 to the power of i / 32, which is in memory as long.
@inline(__always) func withPowersOfTwo(_ body: (PowersOfTwo) -> Void) {
  withUnsafeBytes(of: powersOfTwo) { body(PowersOfTwo($0.baseAddress.unsafelyUnwrapped)) }
}

/// The bits of 2 to the power of i / 32, less i · 2⁴⁷, which adding k · 2⁴⁷ gives back. (An array would bring a weak
/// function: see Traps.)
private let powersOfTwo = SIMD32<UInt64>(
  0x3ff0_0000_0000_0000, 0x3fef_d9b0_d315_8574, 0x3fef_b558_6cf9_890f, 0x3fef_9301_d012_5b51,
  0x3fef_72b8_3c7d_517b, 0x3fef_5487_3168_b9aa, 0x3fef_387a_6e75_6238, 0x3fef_1e9d_f51f_dee1,
  0x3fef_06fe_0a31_b715, 0x3fee_f1a7_373a_a9cb, 0x3fee_dea6_4c12_3422, 0x3fee_ce08_6061_892d,
  0x3fee_bfda_d536_2a27, 0x3fee_b42b_569d_4f82, 0x3fee_ab07_dd48_5429, 0x3fee_a47e_b03a_5585,
  0x3fee_a09e_667f_3bcd, 0x3fee_9f75_e8ec_5f74, 0x3fee_a114_73eb_0187, 0x3fee_a589_994c_ce13,
  0x3fee_ace5_422a_a0db, 0x3fee_b737_b0cd_c5e5, 0x3fee_c491_82a3_f090, 0x3fee_d503_b23e_255d,
  0x3fee_e89f_995a_d3ad, 0x3fee_ff76_f2fb_5e47, 0x3fef_199b_dd85_529c, 0x3fef_3720_dcef_9069,
  0x3fef_5818_dcfb_a487, 0x3fef_7c97_337b_9b5f, 0x3fef_a4af_a2a4_90da, 0x3fef_d076_5b6e_4540)
#endif
