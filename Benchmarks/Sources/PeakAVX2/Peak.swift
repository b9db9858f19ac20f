import Builtin

/// What a core can do with AVX2.
public enum PeakAVX2 {
  /// Products of two 16-bit elements in one vpmaddwd: bytes are widened first, because what AVX2 has for bytes saturates.
  public static let bytesPerInstruction = 16
  /// Products of two floats in one instruction.
  public static let floatsPerInstruction = 8
}

typealias Peak = PeakAVX2
typealias Int32Vector = SIMD8<Int32>
typealias FloatVector = SIMD8<Float>

// The sums are factors, too: products of constants would be computed once, before the loop.
@inline(__always) func multiplyAdd(_ sums: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let products = Builtin.int_x86_avx2_pmadd_wd(
    unsafeBitCast(sums, to: SIMD16<Int16>.self)._storage._value,
    unsafeBitCast(w, to: SIMD16<Int16>.self)._storage._value)
  return sums &+ unsafeBitCast(products, to: Int32Vector.self)
}
