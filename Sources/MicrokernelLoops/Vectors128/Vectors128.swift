#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Vectors of 128 bits: what SSE2 and NEON have in common. Where an architecture has a better instruction than the compiler
// finds, or where both need different ones, `NEON` and `Portable+SSE2.swift` have it.
import Builtin

typealias ByteVector = SIMD16<UInt8>
typealias HalfByteVector = SIMD8<UInt8>
typealias QuarterByteVector = SIMD4<UInt8>
typealias Int16Vector = SIMD8<Int16>
typealias Int32Vector = SIMD4<Int32>
typealias Int64Vector = SIMD2<Int64>
typealias FloatVector = SIMD4<Float>
typealias HalfFloatVector = SIMD2<Float>
typealias DoubleVector = SIMD2<Double>

// MARK: Multiplication

/// Even lanes of `even`, odd lanes of `odd`.
@inline(__always) func mergeEvenOdd(_ even: Int64Vector, _ odd: Int64Vector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec4xInt32_Vec4xInt32(
      cast(even, to: Int32Vector.self)._storage._value, cast(odd, to: Int32Vector.self)._storage._value,
      Int32Vector(0, 5, 2, 7)._storage._value),
    to: Int32Vector.self)
}

/// The high halves of the products of even and of odd lanes, in the lanes' order.
@inline(__always) func mergeHighHalves(_ even: Int64Vector, _ odd: Int64Vector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec4xInt32_Vec4xInt32(
      cast(even, to: Int32Vector.self)._storage._value, cast(odd, to: Int32Vector.self)._storage._value,
      Int32Vector(1, 5, 3, 7)._storage._value),
    to: Int32Vector.self)
}

/// The sum, saturated.
@inline(__always) func addSaturating(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_sadd_sat_Vec8xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

// MARK: Comparison

@inline(__always) func maximum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smax_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func minimum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smin_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func maximum(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_smax_Vec8xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

@inline(__always) func minimum(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_smin_Vec8xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

@inline(__always) func maximum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umax_Vec16xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func minimum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umin_Vec16xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// a where the mask is set, else b.
@inline(__always)
func select(_ mask: SIMDMask<SIMD4<Int32>>, _ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let mask = Builtin.trunc_Vec4xInt32_Vec4xInt1(cast(mask, to: Int32Vector.self)._storage._value)
  return cast(
    Builtin.select_Vec4xInt1_Vec4xFPIEEE32(mask, a._storage._value, b._storage._value), to: FloatVector.self)
}

// MARK: Reduction

/// The largest element.
@inline(__always) func largest(_ a: ByteVector) -> UInt8 {
  UInt8(Builtin.int_vector_reduce_umax_Vec16xInt8(a._storage._value))
}

/// The largest element.
@inline(__always) func largest(_ a: Int32Vector) -> Int32 {
  Int32(Builtin.int_vector_reduce_smax_Vec4xInt32(a._storage._value))
}

// MARK: Conversion

@inline(__always) func float(_ a: Int32Vector) -> FloatVector {
  cast(Builtin.sitofp_Vec4xInt32_Vec4xFPIEEE32(a._storage._value), to: FloatVector.self)
}

/// As doubles.
@inline(__always) func widen(_ a: HalfFloatVector) -> DoubleVector {
  cast(Builtin.fpext_Vec2xFPIEEE32_Vec2xFPIEEE64(a._storage._value), to: DoubleVector.self)
}

/// Rounded to floats.
@inline(__always) func narrow(_ a: DoubleVector) -> HalfFloatVector {
  cast(Builtin.fptrunc_Vec2xFPIEEE64_Vec2xFPIEEE32(a._storage._value), to: HalfFloatVector.self)
}

// MARK: Order of bytes

/// The low half of the 128 bits, and the high half.
@inline(__always) func separateHalves(_ a: ByteVector) -> (HalfByteVector, HalfByteVector) {
  cast(a, to: (HalfByteVector, HalfByteVector).self)
}

/// The lowest 32 bits of the 128, the next, and so on.
@inline(__always)
func separateFourths(
  _ a: ByteVector
) -> (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector) {
  cast(a, to: (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector).self)
}

/// The 128-bit parts of a and of b, in turn.
@inline(__always) func alternateParts(_ a: Int32Vector, _ b: Int32Vector) -> (Int32Vector, Int32Vector) { (a, b) }

/// The 128-bit parts of all four, in turn.
@inline(__always) func alternateParts(_ a: InlineArray<4, Int32Vector>) -> InlineArray<4, Int32Vector> { a }

/// The order in which `widen` makes four consecutive vectors: that of memory.
@inline(__always) func narrowOrder(_ a: ByteVector) -> ByteVector { a }
#endif
