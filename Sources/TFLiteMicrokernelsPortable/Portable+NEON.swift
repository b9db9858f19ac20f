#if arch(arm64)
import Builtin

extension Portable {
  /// 6 rows of 4 vectors: 24 accumulators, 4 weights and an activation of 32 registers.
  @inline(__always) static var panelVectors: Int { 4 }
}

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements: uzp, smlal and smlal.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  sums &+ evenElements(x) &* evenElements(w) &+ oddElements(x) &* oddElements(w)
}

@inline(__always) private func evenElements(_ a: Int32Vector) -> Int32Vector {
  elements(a, SIMD4<Int32>(0, 2, 4, 6)._storage._value)
}

@inline(__always) private func oddElements(_ a: Int32Vector) -> Int32Vector {
  elements(a, SIMD4<Int32>(1, 3, 5, 7)._storage._value)
}

@inline(__always) private func elements(_ a: Int32Vector, _ order: Builtin.Vec4xInt32) -> Int32Vector {
  let all = cast(a, to: Int16Vector.self)._storage._value
  let chosen = Builtin.shufflevector_Vec8xInt16_Vec4xInt32(all, all, order)
  return cast(Builtin.sext_Vec4xInt16_Vec4xInt32(chosen), to: Int32Vector.self)
}

/// a * b + c, rounded once.
@inline(__always) func multiplyAdd(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector) -> FloatVector {
  cast(
    Builtin.int_fma_Vec4xFPIEEE32(a._storage._value, b._storage._value, c._storage._value), to: FloatVector.self)
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
  return cast((narrow(a), narrow(b)), to: Int16Vector.self)
}

/// Two vectors, saturated to unsigned bytes: eight elements of a and eight of b.
@inline(__always) func narrow(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  @inline(__always) func narrow(_ a: Int16Vector) -> HalfByteVector {
    let positive = Builtin.int_smax_Vec8xInt16(a._storage._value, Int16Vector()._storage._value)
    let limited = Builtin.int_smin_Vec8xInt16(positive, Int16Vector(repeating: 0xff)._storage._value)
    return cast(Builtin.trunc_Vec8xInt16_Vec8xInt8(limited), to: HalfByteVector.self)
  }
  return cast((narrow(a), narrow(b)), to: ByteVector.self)
}
#endif
