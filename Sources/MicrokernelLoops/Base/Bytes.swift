#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// The ways of bytes into vectors of 32 bits, and back.
//
// Narrowing joins each 128-bit part of two vectors. So four vectors of 32 bits become bytes in the order 4 elements of the
// first, 4 of the second, ...; packed weights are ordered such that this is channel order.
import Builtin

/// Brings what narrowing made of four consecutive vectors into their order in memory.
@inline(__always) func memoryOrder(_ bytes: ByteVector) -> ByteVector {
  join(separateFourths(bytes), to: ByteVector.self)
}

/// Zero-extends bytes to four vectors, in the order that narrowing undoes.
@inline(__always) func widen(_ bytes: ByteVector) -> InlineArray<4, Int32Vector> {
  interleave([bytes, ByteVector(), ByteVector(), ByteVector()])
}

/// The low 8 bytes of a and of b, in turn.
@inline(__always) func unpackLow(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
  cast(
    Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
      a._storage._value, b._storage._value,
      SIMD16<Int32>(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)._storage._value),
    to: SIMD16<UInt8>.self)
}

/// The high 8 bytes of a and of b, in turn.
@inline(__always) func unpackHigh(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
  cast(
    Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
      a._storage._value, b._storage._value,
      SIMD16<Int32>(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)._storage._value),
    to: SIMD16<UInt8>.self)
}
#endif
