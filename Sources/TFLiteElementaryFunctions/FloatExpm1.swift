extension ElementaryFunctions {
  /// eˣ − 1, which loses no digits where x is near 0.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_expm1f.c`.
  package static func expm1(_ x: Float) -> Float {
    let magnitude = x.bitPattern & 0x7fff_ffff
    if x.isNaN { return x.quieted }
    // From 27 · ln 2 on, and from where the result is infinite.
    if magnitude >= 0x4195_b844, x < 0 { return -1 }
    if magnitude >= 0x42b1_7218 { return .infinity }
    // Below 2⁻²⁵ the result is x. The sums take subnormal numbers for 0 where the processor does.
    if magnitude < 0x3300_0000 { return x - ((1e30 + x) - (1e30 + x)) }
    let (k, r, error) = reducedForExpm1(x, magnitude: magnitude)
    let half = 0.5 * r
    let square = r * half
    let inner3 = square * -2.0109921195e-07 + 4.0082177293e-06
    let inner2 = square * inner3 - 7.9365076090e-05
    let inner1 = square * inner2 + 1.5873016091e-03
    let polynomial = square * (square * inner1 - 3.3333335072e-02) + 1
    let complement = 3 - polynomial * half
    let quotient = square * ((polynomial - complement) / (6 - r * complement))
    if k == 0 { return r - (r * quotient - square) }
    let rest = (r * (quotient - error) - error) - square
    switch k {
    case -1: return 0.5 * (r - rest) - 0.5
    case 1: return r < -0.25 ? -2 * (rest - (r + 0.5)) : 1 + 2 * (r - rest)
    case 2..<23: return timesPowerOfTwo((1 - powerOfTwo(-k)) - (rest - r), k)
    case 23...56: return timesPowerOfTwo((r - (rest + powerOfTwo(-k))) + 1, k)
    default: return timesPowerOfTwo(1 - (rest - r), k) - 1
    }
  }

  /// x = k · ln 2 + r + error, where ln 2 has two parts.
  @inline(__always)
  private static func reducedForExpm1(_ x: Float, magnitude: UInt32) -> (k: Int32, r: Float, error: Float) {
    // Up to ln 2 / 2.
    guard magnitude > 0x3eb1_7218 else { return (0, x, 0) }
    // Up to 1.5 · ln 2, else rounded.
    let k: Int32 = magnitude < 0x3f85_1592 ? (x < 0 ? -1 : 1) : Int32(1.4426950216 * x + (x < 0 ? -0.5 : 0.5))
    let high = x - Float(k) * 6.9313812256e-01
    let low = Float(k) * 9.0580006145e-06
    let r = high - low
    return (k, r, (high - r) - low)
  }

  @inline(__always)
  private static func powerOfTwo(_ exponent: Int32) -> Float {
    Float(bitPattern: UInt32(bitPattern: 127 &+ exponent) << 23)
  }

  /// By the exponent's bits.
  @inline(__always)
  private static func timesPowerOfTwo(_ x: Float, _ exponent: Int32) -> Float {
    Float(bitPattern: x.bitPattern &+ UInt32(bitPattern: exponent) << 23)
  }
}
