/// Elementary functions in fixed point; Qm.n means n fractional bits.
///
/// Source: `gemmlowp/fixedpoint/fixedpoint.h`.
enum FixedPoint {
  /// eᵃ for a ≤ 0; argument in Q5.26, result in Q0.31.
  static func exponentialOfNegative(_ argument: Int32) -> Int32 {
    if argument == 0 { return .max }
    let oneQuarter: Int32 = 1 << 24
    let inQuarter = (argument & (oneQuarter - 1)) - oneQuarter
    let remainder = inQuarter &- argument
    var result = exponentialOnQuarter(saturatingShiftLeft(inQuarter, 5))
    for (bit, factor) in factors where remainder & (1 << bit) != 0 {
      result = saturatingRoundingDoublingHighMultiply(result, factor)
    }
    return result
  }

  /// Bit of the remainder in Q5.26, and e to the minus its value in Q0.31: e^(-1/4), e^(-1/2), e^-1 … e^-16.
  private static let factors: [(bit: Int32, factor: Int32)] = [
    (24, 1_672_461_947), (25, 1_302_514_674), (26, 790_015_084), (27, 290_630_308), (28, 39_332_535), (29, 720_401),
    (30, 242),
  ]

  /// eᵃ for a in [-1/4, 0); both in Q0.31. A Taylor polynomial around -1/8.
  private static func exponentialOnQuarter(_ argument: Int32) -> Int32 {
    let exponentialOfMinusEighth: Int32 = 1_895_147_668
    let oneThird: Int32 = 715_827_883
    let x = argument &+ 1 << 28
    let x2 = saturatingRoundingDoublingHighMultiply(x, x)
    let x3 = saturatingRoundingDoublingHighMultiply(x2, x)
    let x4 = saturatingRoundingDoublingHighMultiply(x2, x2)
    let cubic = saturatingRoundingDoublingHighMultiply(roundingDivideByPowerOfTwo(x4, 2) &+ x3, oneThird) &+ x2
    let polynomial = x &+ roundingDivideByPowerOfTwo(cubic, 1)
    return exponentialOfMinusEighth
      &+ saturatingRoundingDoublingHighMultiply(exponentialOfMinusEighth, polynomial)
  }

  /// 1 / (1 + a) for a in [0, 1); both in Q0.31. Newton's method from 48/17 − 32/17 · h.
  static func reciprocalOfOnePlus(_ argument: Int32) -> Int32 {
    let half = roundingHalfSum(argument, .max)
    var x = 1_515_870_810 &+ saturatingRoundingDoublingHighMultiply(half, -1_010_580_540)
    for _ in 0..<3 {
      let residual = (1 << 29) &- saturatingRoundingDoublingHighMultiply(half, x)
      x = x &+ saturatingShiftLeft(saturatingRoundingDoublingHighMultiply(x, residual), 2)
    }
    return saturatingShiftLeft(x, 1)
  }

  /// `(a + b) / 2`; ties are rounded away from zero.
  ///
  /// Source: `gemmlowp/fixedpoint/fixedpoint.h`, RoundingHalfSum.
  static func roundingHalfSum(_ a: Int32, _ b: Int32) -> Int32 {
    let sum = Int64(a) + Int64(b)
    return Int32(truncatingIfNeeded: (sum + (sum >= 0 ? 1 : -1)) / 2)
  }

  static func saturatingShiftLeft(_ value: Int32, _ shift: Int64) -> Int32 {
    Int32(clamping: Int64(value) << shift)
  }
}
