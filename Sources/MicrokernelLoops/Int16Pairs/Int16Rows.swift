#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// How bytes become pairs of 16-bit integers.
import Builtin

/// Sixteen bytes, zero-extended to 16 bits.
@inline(__always) func widen(_ bytes: SIMD16<UInt8>, to address: UnsafeMutableRawPointer) {
  let wide = Builtin.zext_Vec16xInt8_Vec16xInt16(bytes._storage._value)
  address.storeBytes(of: cast(wide, to: SIMD16<Int16>.self), as: SIMD16<Int16>.self)
}

/// Sixteen bytes, sign-extended to 16 bits.
@inline(__always) func widen(_ bytes: SIMD16<Int8>, to address: UnsafeMutableRawPointer) {
  let wide = Builtin.sext_Vec16xInt8_Vec16xInt16(bytes._storage._value)
  address.storeBytes(of: cast(wide, to: SIMD16<Int16>.self), as: SIMD16<Int16>.self)
}

/// Two rows of bytes to words of two int16: vector v, lane `4 p + e` holds the bytes `16 p + 4 v + e` of both rows, p
/// being a vector's 128-bit part.
@inline(__always) func interleave(_ rows: InlineArray<4, ByteVector>) -> InlineArray<4, Int32Vector> {
  let low = unpackLow(rows[unchecked: 0], rows[unchecked: 1])
  let high = unpackHigh(rows[unchecked: 0], rows[unchecked: 1])
  return [
    cast(unpackLow(low, ByteVector()), to: Int32Vector.self),
    cast(unpackHigh(low, ByteVector()), to: Int32Vector.self),
    cast(unpackLow(high, ByteVector()), to: Int32Vector.self),
    cast(unpackHigh(high, ByteVector()), to: Int32Vector.self),
  ]
}
#endif
