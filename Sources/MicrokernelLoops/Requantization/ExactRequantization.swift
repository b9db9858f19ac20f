#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// A positive scale in float32, as integers that multiply exactly:
/// `floor(a * scale + 1/2) + zeroPoint = ((a << left) * multiplier + addend) >> (32 + right)`, of which 64 bits are enough
/// for every 32-bit integer `a` where `left` is 0, and else up to ``largestShifted``. One of both shifts is 0.
struct ExactScale {
  let multiplier: Int32
  /// 0...11.
  let left: Int32
  /// 0...22.
  let right: Int32

  /// What is shifted left at most. Scales with a left shift are at least 1/2: whatever is larger is beyond a byte.
  static var largestShifted: Int32 { 1024 }

  /// - Parameter scale: positive and finite. Below 2^-31, it counts as 0; beyond 2^9, where only 0 stays within a byte, as
  ///   2^9.
  init(_ scale: Float) {
    let exponent = Int32(truncatingIfNeeded: scale.bitPattern >> 23) &- 127
    let significand = Int32(truncatingIfNeeded: scale.bitPattern & 0x7F_FFFF | 0x80_0000)
    switch exponent {
    case ..<(-31): (multiplier, left, right) = (0, 0, 0)
    // 24 bits are enough for the product, and leave room for the zero point.
    case ..<(-24): (multiplier, left, right) = (significand, 0, 0 &- exponent &- 9)
    case ..<(-1): (multiplier, left, right) = (significand << 7, 0, 0 &- exponent &- 2)
    case ...9: (multiplier, left, right) = (significand << 7, exponent &+ 2, 0)
    default: (multiplier, left, right) = (1 << 30, 11, 0)
    }
  }

  /// A half and a zero point in -128...127.
  func addend(zeroPoint: Int32) -> Int64 {
    1 << (31 &+ Int64(right)) &+ Int64(zeroPoint) << (32 &+ Int64(right))
  }
}
#endif
