// How integer arithmetic rounds. What becomes of a tie, a result halfway between two integers, stands at each function,
// because kernels differ in nothing else.

/// The high half of `2ab`; ties are rounded upward, so that -1 · 2³⁰ gives 0. The one product that does not fit
/// saturates.
///
/// Source: `gemmlowp/fixedpoint/fixedpoint.h`, SaturatingRoundingDoublingHighMul.
@inline(__always)
public func saturatingRoundingDoublingHighMultiply(_ a: Int32, _ b: Int32) -> Int32 {
  if a == .min && b == .min { return .max }
  let product = Int64(a) &* Int64(b)
  // The division truncates: below zero the nudge makes up for that, and ties go upward, too.
  let nudge: Int64 = product >= 0 ? 1 << 30 : 1 - 1 << 30
  return Int32(truncatingIfNeeded: (product &+ nudge) / (1 << 31))
}

/// The same on 16 bits.
@inline(__always)
func saturatingRoundingDoublingHighMultiply(_ a: Int16, _ b: Int16) -> Int16 {
  Int16(clamping: (Int32(a) &* Int32(b) &+ 1 << 14) >> 15)
}

/// `value / 2^exponent` for an exponent in 0...31; ties are rounded away from zero.
///
/// Source: `gemmlowp/fixedpoint/fixedpoint.h`, RoundingDivideByPOT.
@inline(__always)
public func roundingDivideByPowerOfTwo(_ value: Int32, _ exponent: Int32) -> Int32 {
  let mask: Int32 = (1 &<< exponent) &- 1
  let remainder = value & mask
  let threshold = (mask >> 1) &+ (value < 0 ? 1 : 0)
  return (value &>> exponent) &+ (remainder > threshold ? 1 : 0)
}

/// The same for any exponent.
///
/// Beyond the bits of a value the C++ code has no defined outcome. The shifts wrap around here as they do on x86, with
/// the same strange quotients: DIV of 0 by 4 is 1 or more there.
func roundingDivideByAnyPowerOfTwo(_ value: Int32, _ exponent: Int32) -> Int32 {
  let mask = Int32(truncatingIfNeeded: 1 &<< Int64(exponent) &- 1)
  let remainder = value & mask
  let threshold = (mask >> 1) &+ (value < 0 ? 1 : 0)
  return (value &>> exponent) &+ (remainder > threshold ? 1 : 0)
}

/// `value / 2^exponent` for an exponent of 1 or more; ties are rounded upward.
@inline(__always)
func roundingUpwardDivideByPowerOfTwo(_ value: Int32, _ exponent: Int32) -> Int32 {
  // A half is the highest bit that is shifted out: added as such, it cannot overflow.
  (value &>> exponent) &+ (value &>> (exponent &- 1) & 1)
}

/// `sum / count` for a positive count; ties are rounded away from zero.
@inline(__always)
func roundedQuotient<Integer: FixedWidthInteger & SignedInteger>(_ sum: Integer, _ count: Integer) -> Integer {
  sum > 0 ? (sum &+ count / 2) / count : (sum &- count / 2) / count
}

/// The nearest integer, saturated to 32 bits; ties are rounded away from zero.
@inline(__always)
func roundedToInt32(_ value: Float) -> Int32 {
  let rounded = value.rounded(.toNearestOrAwayFromZero)
  // Comparing with powers of two keeps the conversion from trapping; NaN becomes 0.
  if rounded >= 0x1p31 { return .max }
  if rounded < -0x1p31 { return .min }
  return rounded.isNaN ? 0 : Int32(rounded)
}
