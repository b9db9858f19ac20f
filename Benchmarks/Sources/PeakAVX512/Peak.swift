import Builtin

/// What a core can do with AVX-512 VNNI.
public enum PeakAVX512 {
  /// Products of two bytes in one instruction.
  public static let bytesPerInstruction = 64
  /// Products of two floats in one instruction.
  public static let floatsPerInstruction = 16
}

typealias Peak = PeakAVX512
typealias Int32Vector = SIMD16<Int32>
typealias FloatVector = SIMD16<Float>

@inline(__always) func multiplyAdd(_ sums: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  unsafeBitCast(
    Builtin.int_x86_avx512_vpdpbusd_512(sums._storage._value, w._storage._value, w._storage._value),
    to: Int32Vector.self)
}
