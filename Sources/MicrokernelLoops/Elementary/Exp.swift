#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// See Sources/TFLiteElementaryFunctions/FloatExp.swift.

/// y limited to where eʸ is neither infinite nor 0; no number is not limited.
@inline(__always) func limitedExponent(_ y: FloatVector) -> FloatVector {
  minimum(floats(130), maximum(floats(-150), y))
}

/// Replaces up to 112 limited exponents by their powers of e, computed in double.
///
/// Each step leaves in memory what the next one takes. That costs no instruction of those which limit the loop: vectors are
/// neither taken apart to be widened nor put together, and the table's indices need not leave a vector one by one. The same
/// products in registers took 1.6 times as long with AVX2, 1.1 times with AVX-512.
struct PowersOfE {
  @inline(__always) static var capacity: Int { 112 }

  /// `capacity` floats: exponents, and then powers.
  let values: UnsafeMutableRawPointer
  /// `capacity` doubles: r.
  private let rests: UnsafeMutableRawPointer
  /// `capacity` integers of 64 bits: the remainder of k / 32.
  private let indices: UnsafeMutableRawPointer
  /// `capacity` integers of 64 bits: k · 2⁴⁷.
  private let wholes: UnsafeMutableRawPointer
  private let powersOfTwo: PowersOfTwo

  @inline(__always) func replace(count: Int) {
    var i = 0
    while i < count {
      separate(i)
      i &+= DoubleVector.scalarCount
    }
    i = 0
    while i < count {
      raise(i)
      i &+= DoubleVector.scalarCount
    }
  }

  /// y = (k + r) · ln 2 / 32, where k is whole.
  @inline(__always) private func separate(_ i: Int) {
    let y = widen((values + 4 &* i).loadUnaligned(as: HalfFloatVector.self))
    // Adding the shift rounds, and leaves k in the lowest bits.
    let scale = 0x1.71547652b82fep+5
    let shift = doubles(0x1.8p52)
    let shifted = multiplyAddDoubles(y, doubles(scale), shift)
    // The product of a float with each half of the scale is exact.
    let upperHalf = Double(bitPattern: scale.bitPattern & ~0xff_ffff)
    let r = multiplyAddDoubles(
      y, doubles(scale - upperHalf), multiplyAddDoubles(y, doubles(upperHalf), shift - shifted))
    (rests + 8 &* i).storeBytes(of: r, as: DoubleVector.self)
    let k = cast(shifted, to: Int64Vector.self)
    (indices + 8 &* i).storeBytes(of: and(k, Int64Vector(repeating: 31)), as: Int64Vector.self)
    (wholes + 8 &* i).storeBytes(of: shiftLeft(k, by: 47), as: Int64Vector.self)
  }

  /// 2 to the power of (k + r) / 32.
  @inline(__always) private func raise(_ i: Int) {
    let r = (rests + 8 &* i).loadUnaligned(as: DoubleVector.self)
    let upper = multiplyAddDoubles(r, doubles(0x1.c6af84b912394p-20), doubles(0x1.ebfce50fac4f3p-13))
    let lower = multiplyAddDoubles(r, doubles(0x1.62e42ff0c52d6p-6), doubles(1))
    let power = powersOfTwo[at: indices + 8 &* i] &+ (wholes + 8 &* i).loadUnaligned(as: Int64Vector.self)
    let result = multiplyAddDoubles(upper, r * r, lower) * cast(power, to: DoubleVector.self)
    (values + 4 &* i).storeBytes(of: narrow(result), as: HalfFloatVector.self)
  }
}

extension PowersOfE {
  /// Calls `body` with memory that is gone behind it.
  @inline(__always) static func with(_ body: (PowersOfE) -> Void) {
    withPowersOfTwo { powersOfTwo in
      withPart { values in
        withPart { rests in
          withPart { indices in
            withPart { wholes in
              body(
                PowersOfE(values: values, rests: rests, indices: indices, wholes: wholes, powersOfTwo: powersOfTwo))
            }
          }
        }
      }
    }
  }

  /// Memory of `capacity` doubles that begins where a vector of any width may lie. The stack gives 1024 bytes at once, at
  /// multiples of 16; anything else would be allocated.
  @inline(__always) private static func withPart(_ body: (UnsafeMutableRawPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) {
      body($0.baseAddress.unsafelyUnwrapped.alignedUp(toMultipleOf: 64))
    }
  }
}

/// Calls `body` with the table of 2 to the power of i / 32, which is in memory as long.
@inline(__always) private func withPowersOfTwo(_ body: (PowersOfTwo) -> Void) {
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
