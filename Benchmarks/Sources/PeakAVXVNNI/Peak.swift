import Builtin

/// What a core can do with AVX-VNNI.
public enum PeakAVXVNNI {
  /// Products of two bytes in one instruction.
  public static let bytesPerInstruction = 32
  /// Products of two floats in one instruction.
  public static let floatsPerInstruction = 8
}

typealias Peak = PeakAVXVNNI
typealias Int32Vector = SIMD8<Int32>
typealias FloatVector = SIMD8<Float>

@inline(__always) func multiplyAdd(_ sums: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  unsafeBitCast(
    Builtin.int_x86_avx512_vpdpbusd_256(sums._storage._value, w._storage._value, w._storage._value),
    to: Int32Vector.self)
}
