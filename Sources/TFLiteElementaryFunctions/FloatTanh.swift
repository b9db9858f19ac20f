extension ElementaryFunctions {
  /// The hyperbolic tangent.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_tanhf.c`.
  package static func tanh(_ x: Float) -> Float {
    let bits = x.bitPattern & 0x7fff_ffff
    if x.isNaN { return x.quieted }
    // Below 2⁻⁵⁵. The product takes subnormal numbers for 0 where the processor does.
    if bits < 0x2400_0000 { return x * (1 + x) }
    let magnitude = Float(bitPattern: bits)
    let result: Float
    if magnitude >= 22 {
      result = 1
    } else if magnitude >= 1 {
      result = 1 - 2 / (expm1(2 * magnitude) + 2)
    } else {
      let power = expm1(-2 * magnitude)
      result = -power / (power + 2)
    }
    return Float(bitPattern: result.bitPattern | x.bitPattern & 0x8000_0000)
  }
}
