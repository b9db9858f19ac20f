#if FOR_ARM64 && arch(arm64)
// Instructions that every 64-bit Arm processor has.
import Builtin

/// a * b + c, rounded once.
@inline(__always) func multiplyAdd(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector) -> FloatVector {
  cast(
    Builtin.int_fma_Vec4xFPIEEE32(a._storage._value, b._storage._value, c._storage._value), to: FloatVector.self)
}

/// a * b + c, rounded once.
@inline(__always) func multiplyAddDoubles(_ a: DoubleVector, _ b: DoubleVector, _ c: DoubleVector) -> DoubleVector {
  cast(
    Builtin.int_fma_Vec2xFPIEEE64(a._storage._value, b._storage._value, c._storage._value), to: DoubleVector.self)
}

/// The products' high halves, doubled and rounded: one instruction.
@inline(__always) func highMultiply(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_aarch64_neon_sqrdmulh_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

/// To the nearest integer, halves to the even one; saturated where that does not fit.
@inline(__always) func roundToEven(_ a: FloatVector) -> Int32Vector {
  cast(Builtin.int_aarch64_neon_fcvtns_Vec4xInt32_Vec4xFPIEEE32(a._storage._value), to: Int32Vector.self)
}

/// Without the fraction; saturated where that does not fit.
@inline(__always) func truncate(_ a: FloatVector) -> Int32Vector {
  cast(Builtin.int_aarch64_neon_fcvtzs_Vec4xInt32_Vec4xFPIEEE32(a._storage._value), to: Int32Vector.self)
}

// A builtin names the vectors that it takes, not the halves that sqxtn and sqxtun make: LLVM finds these in the limits
// and the truncation.

/// Two vectors, saturated to 16 bits: four elements of a and four of b.
@inline(__always) func narrow(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
  @inline(__always) func narrow(_ a: Int32Vector) -> SIMD4<Int16> {
    let limited = minimum(maximum(a, Int32Vector(repeating: -0x8000)), Int32Vector(repeating: 0x7fff))
    return cast(Builtin.trunc_Vec4xInt32_Vec4xInt16(limited._storage._value), to: SIMD4<Int16>.self)
  }
  return join((narrow(a), narrow(b)), to: Int16Vector.self)
}

/// Two vectors, saturated to unsigned bytes: eight elements of a and eight of b.
@inline(__always) func narrow(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  @inline(__always) func narrow(_ a: Int16Vector) -> HalfByteVector {
    let limited = minimum(maximum(a, Int16Vector()), Int16Vector(repeating: 0xff))
    return cast(Builtin.trunc_Vec8xInt16_Vec8xInt8(limited._storage._value), to: HalfByteVector.self)
  }
  return join((narrow(a), narrow(b)), to: ByteVector.self)
}

/// Two vectors, saturated to signed bytes: eight elements of a and eight of b.
@inline(__always) func narrowSigned(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  @inline(__always) func narrow(_ a: Int16Vector) -> HalfByteVector {
    let limited = minimum(maximum(a, Int16Vector(repeating: -0x80)), Int16Vector(repeating: 0x7f))
    return cast(Builtin.trunc_Vec8xInt16_Vec8xInt8(limited._storage._value), to: HalfByteVector.self)
  }
  return join((narrow(a), narrow(b)), to: ByteVector.self)
}
#endif
