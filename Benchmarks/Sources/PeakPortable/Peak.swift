import Builtin

/// What a core can do with the instructions that every processor of the architecture has.
public enum PeakPortable {
  #if arch(x86_64)
  /// Products of two 16-bit elements in one pmaddwd.
  public static let bytesPerInstruction = 8
  #else
  /// Products of two 16-bit elements in one smlal.
  public static let bytesPerInstruction = 4
  #endif
  /// Products of two floats in one instruction.
  public static let floatsPerInstruction = 4
}

typealias Peak = PeakPortable
typealias Int32Vector = SIMD4<Int32>
typealias FloatVector = SIMD4<Float>

// The sums are factors, too: products of constants would be computed once, before the loop.
#if arch(x86_64)
@inline(__always) func multiplyAdd(_ sums: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let products = Builtin.int_x86_sse2_pmadd_wd(
    unsafeBitCast(sums, to: SIMD8<Int16>.self)._storage._value,
    unsafeBitCast(w, to: SIMD8<Int16>.self)._storage._value)
  return sums &+ unsafeBitCast(products, to: Int32Vector.self)
}
#else
/// A widening product of four 16-bit elements and its sum: smlal.
@inline(__always) func multiplyAdd(_ sums: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let low = unsafeBitCast(sums, to: SIMD8<Int16>.self).lowHalf
  let factor = unsafeBitCast(w, to: SIMD8<Int16>.self).lowHalf
  return sums &+ Int32Vector(truncatingIfNeeded: low) &* Int32Vector(truncatingIfNeeded: factor)
}
#endif
