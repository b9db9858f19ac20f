#if FOR_ARM64 && arch(arm64)
// Products of bytes that come with dot products.
import Builtin

/// `sums[i] + Σ a[4i + j] * b[4i + j]`, j = 0...3: signed bytes.
@inline(__always) func sdot(_ sums: Int32Vector, _ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(
    Builtin.int_aarch64_neon_sdot_Vec4xInt32_Vec16xInt8(
      sums._storage._value, cast(a, to: ByteVector.self)._storage._value, cast(b, to: ByteVector.self)._storage._value),
    to: Int32Vector.self)
}

/// The low 4 pairs of bytes of a and of b, in turn.
@inline(__always) func unpackLowPairs(_ a: ByteVector, _ b: ByteVector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec8xInt16_Vec8xInt32(
      cast(a, to: Int16Vector.self)._storage._value, cast(b, to: Int16Vector.self)._storage._value,
      SIMD8<Int32>(0, 8, 1, 9, 2, 10, 3, 11)._storage._value),
    to: Int32Vector.self)
}

/// The high 4 pairs of bytes of a and of b, in turn.
@inline(__always) func unpackHighPairs(_ a: ByteVector, _ b: ByteVector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec8xInt16_Vec8xInt32(
      cast(a, to: Int16Vector.self)._storage._value, cast(b, to: Int16Vector.self)._storage._value,
      SIMD8<Int32>(4, 12, 5, 13, 6, 14, 7, 15)._storage._value),
    to: Int32Vector.self)
}
#endif
