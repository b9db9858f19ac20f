// The arithmetic of TFLite and XNNPACK in plain Swift, one operation after the other: slow, and what the kernels are
// compared with.

/// How accumulators become bytes.
enum Numerics: CaseIterable {
  case reference, xnnpack, exact

  var name: String {
    switch self {
    case .reference: "reference"
    case .xnnpack: "XNNPACK"
    case .exact: "exact"
    }
  }
}

/// a * b in 32-bit fixed point, doubled and rounded.
func highMultiply(_ a: Int32, _ b: Int32) -> Int32 {
  let product = Int64(a) * Int64(b)
  let nudge: Int64 = product >= 0 ? 1 << 30 : 1 - 1 << 30
  return Int32(clamping: (product + nudge) / 1 << 31)
}

/// x / 2^n, halves away from zero.
func roundingShiftRight(_ x: Int32, _ n: Int32) -> Int32 {
  let mask = Int32(truncatingIfNeeded: (1 as Int64) << Int64(n) - 1)
  let threshold = mask >> 1 + (x < 0 ? 1 : 0)
  return x >> n + (x & mask > threshold ? 1 : 0)
}

func multiplyByQuantizedMultiplier(_ x: Int32, _ multiplier: Int32, _ exponent: Int32) -> Int32 {
  let left = max(exponent, 0) % 32
  return roundingShiftRight(highMultiply(x << left, multiplier), max(-exponent, 0))
}

/// x * scale + 1/2, rounded down, without any rounding before.
func exact(_ x: Int32, _ scale: Float) -> Int64 {
  if scale < 0x1p-31 { return 0 }
  // An integer; beyond the bound, any product but 0 is far from a byte.
  let scaled = UInt64(min(scale, 0x1p9) * 0x1p54)
  // Of the product's 95 bits, the lowest 32 never count.
  let high = Int64(x) * Int64(scaled >> 32)
  let low = Int64(x) * Int64(scaled & 0xFFFF_FFFF)
  return (high + low >> 32 + 1 << 21) >> 22
}

/// Scaled and rounded to the nearest integer, halves to the even one; where it is far from any byte, an integer as far.
func xnnpack(_ x: Int32, _ scale: Float) -> Int64 {
  Int64(min(max((Float(x) * scale).rounded(.toNearestOrEven), -0x1p62), 0x1p62))
}
