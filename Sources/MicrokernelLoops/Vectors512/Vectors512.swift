#if FOR_X86_64 && arch(x86_64)
// What sets with vectors of 512 bits have in common: AVX-512 F, BW, DQ and VL.
import Builtin

typealias ByteVector = SIMD64<UInt8>
typealias HalfByteVector = SIMD32<UInt8>
typealias QuarterByteVector = SIMD16<UInt8>
typealias Int16Vector = SIMD32<Int16>
typealias Int32Vector = SIMD16<Int32>
typealias Int64Vector = SIMD8<Int64>
typealias FloatVector = SIMD16<Float>
typealias HalfFloatVector = SIMD8<Float>
typealias DoubleVector = SIMD8<Double>

// MARK: Multiplication

/// a * b + c, rounded once.
@inline(__always) func multiplyAdd(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector) -> FloatVector {
  cast(
    Builtin.int_fma_Vec16xFPIEEE32(a._storage._value, b._storage._value, c._storage._value), to: FloatVector.self)
}

/// a * b + c, rounded once.
@inline(__always) func multiplyAddDoubles(_ a: DoubleVector, _ b: DoubleVector, _ c: DoubleVector) -> DoubleVector {
  cast(
    Builtin.int_fma_Vec8xFPIEEE64(a._storage._value, b._storage._value, c._storage._value), to: DoubleVector.self)
}

/// Even lanes of `even`, odd lanes of `odd`.
@inline(__always) func mergeEvenOdd(_ even: Int64Vector, _ odd: Int64Vector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec16xInt32_Vec16xInt32(
      cast(even, to: Int32Vector.self)._storage._value, cast(odd, to: Int32Vector.self)._storage._value,
      Int32Vector(0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31)._storage._value),
    to: Int32Vector.self)
}

/// The high halves of the products of even and of odd lanes, in the lanes' order.
@inline(__always) func mergeHighHalves(_ even: Int64Vector, _ odd: Int64Vector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec16xInt32_Vec16xInt32(
      cast(even, to: Int32Vector.self)._storage._value, cast(odd, to: Int32Vector.self)._storage._value,
      Int32Vector(1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31)._storage._value),
    to: Int32Vector.self)
}

/// The sum, saturated.
@inline(__always) func addSaturating(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_sadd_sat_Vec32xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

// MARK: Comparison

@inline(__always) func maximum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smax_Vec16xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func minimum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smin_Vec16xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func maximum(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_smax_Vec32xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

@inline(__always) func minimum(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_smin_Vec32xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

@inline(__always) func maximum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umax_Vec64xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func minimum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umin_Vec64xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// a where the mask is set, else b.
@inline(__always)
func select(_ mask: SIMDMask<SIMD16<Int32>>, _ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let mask = Builtin.trunc_Vec16xInt32_Vec16xInt1(cast(mask, to: Int32Vector.self)._storage._value)
  return cast(
    Builtin.select_Vec16xInt1_Vec16xFPIEEE32(mask, a._storage._value, b._storage._value), to: FloatVector.self)
}

// MARK: Reduction

/// The largest element.
@inline(__always) func largest(_ a: ByteVector) -> UInt8 {
  UInt8(Builtin.int_vector_reduce_umax_Vec64xInt8(a._storage._value))
}

/// The largest element.
@inline(__always) func largest(_ a: Int32Vector) -> Int32 {
  Int32(Builtin.int_vector_reduce_smax_Vec16xInt32(a._storage._value))
}

// MARK: Conversion

@inline(__always) func float(_ a: Int32Vector) -> FloatVector {
  cast(Builtin.sitofp_Vec16xInt32_Vec16xFPIEEE32(a._storage._value), to: FloatVector.self)
}

/// To the nearest integer, halves to the even one; -2^31 where that does not fit.
@inline(__always) func roundToEven(_ a: FloatVector) -> Int32Vector {
  cast(
    Builtin.int_x86_avx512_mask_cvtps2dq_512(
      a._storage._value, Int32Vector()._storage._value, (-1 as Int16)._value, (4 as Int32)._value),
    to: Int32Vector.self)
}

/// Without the fraction; -2^31 where that does not fit.
@inline(__always) func truncate(_ a: FloatVector) -> Int32Vector {
  cast(
    Builtin.int_x86_avx512_mask_cvttps2dq_512(
      a._storage._value, Int32Vector()._storage._value, (-1 as Int16)._value, (4 as Int32)._value),
    to: Int32Vector.self)
}

/// As doubles.
@inline(__always) func widen(_ a: HalfFloatVector) -> DoubleVector {
  cast(Builtin.fpext_Vec8xFPIEEE32_Vec8xFPIEEE64(a._storage._value), to: DoubleVector.self)
}

/// Rounded to floats.
@inline(__always) func narrow(_ a: DoubleVector) -> HalfFloatVector {
  cast(Builtin.fptrunc_Vec8xFPIEEE64_Vec8xFPIEEE32(a._storage._value), to: HalfFloatVector.self)
}

// MARK: Order of bytes

/// Two vectors, saturated to 16 bits: in each 128-bit part, four elements of a and four of b.
@inline(__always) func narrow(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
  cast(Builtin.int_x86_avx512_packssdw_512(a._storage._value, b._storage._value), to: Int16Vector.self)
}

/// Two vectors, saturated to unsigned bytes: in each 128-bit part, eight elements of a and eight of b.
@inline(__always) func narrow(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_avx512_packuswb_512(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// Two vectors, saturated to signed bytes: in each 128-bit part, eight elements of a and eight of b.
@inline(__always) func narrowSigned(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_avx512_packsswb_512(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// The low halves of the 128-bit parts together, and the high halves.
@inline(__always) func separateHalves(_ a: ByteVector) -> (HalfByteVector, HalfByteVector) {
  let lanes = cast(a, to: Int64Vector.self)._storage._value
  let low = SIMD4<Int32>(0, 2, 4, 6)._storage._value
  let high = SIMD4<Int32>(1, 3, 5, 7)._storage._value
  return (
    cast(Builtin.shufflevector_Vec8xInt64_Vec4xInt32(lanes, lanes, low), to: HalfByteVector.self),
    cast(Builtin.shufflevector_Vec8xInt64_Vec4xInt32(lanes, lanes, high), to: HalfByteVector.self)
  )
}

/// The lowest 32 bits of the 128-bit parts together, the next, and so on.
@inline(__always)
func separateFourths(
  _ a: ByteVector
) -> (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector) {
  let lanes = cast(a, to: Int32Vector.self)._storage._value
  let order = Int32Vector(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)._storage._value
  return cast(
    Builtin.shufflevector_Vec16xInt32_Vec16xInt32(lanes, lanes, order),
    to: (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector).self)
}

/// The 128-bit parts of a and of b, in turn.
@inline(__always) func alternateParts(_ a: Int32Vector, _ b: Int32Vector) -> (Int32Vector, Int32Vector) {
  let (a, b) = (a._storage._value, b._storage._value)
  return (
    cast(
      Builtin.shufflevector_Vec16xInt32_Vec16xInt32(
        a, b, Int32Vector(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23)._storage._value),
      to: Int32Vector.self),
    cast(
      Builtin.shufflevector_Vec16xInt32_Vec16xInt32(
        a, b, Int32Vector(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31)._storage._value),
      to: Int32Vector.self)
  )
}

/// The 128-bit parts of all four, in turn.
@inline(__always) func alternateParts(_ a: InlineArray<4, Int32Vector>) -> InlineArray<4, Int32Vector> {
  @inline(__always) func alternateHalves(_ a: Int32Vector, _ b: Int32Vector) -> (Int32Vector, Int32Vector) {
    let (a, b) = (a._storage._value, b._storage._value)
    return (
      cast(
        Builtin.shufflevector_Vec16xInt32_Vec16xInt32(
          a, b, Int32Vector(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)._storage._value),
        to: Int32Vector.self),
      cast(
        Builtin.shufflevector_Vec16xInt32_Vec16xInt32(
          a, b, Int32Vector(8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)._storage._value),
        to: Int32Vector.self)
    )
  }
  let (first, second) = (alternateParts(a[0], a[1]), alternateParts(a[2], a[3]))
  let (low, high) = (alternateHalves(first.0, second.0), alternateHalves(first.1, second.1))
  return [low.0, low.1, high.0, high.1]
}

/// The order in which `widen` makes four consecutive vectors: the opposite of `memoryOrder`.
@inline(__always) func narrowOrder(_ a: ByteVector) -> ByteVector { cast(separateFourths(a), to: ByteVector.self) }

/// In each 128-bit part: the low 8 bytes of a and of b, in turn (vpunpcklbw).
@inline(__always) func unpackLow(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec64xInt8_Vec64xInt32(
      a._storage._value, b._storage._value,
      SIMD64<Int32>(
        0, 64, 1, 65, 2, 66, 3, 67, 4, 68, 5, 69, 6, 70, 7, 71, 16, 80, 17, 81, 18, 82, 19, 83, 20, 84, 21,
        85, 22, 86, 23, 87, 32, 96, 33, 97, 34, 98, 35, 99, 36, 100, 37, 101, 38, 102, 39, 103, 48, 112, 49,
        113, 50, 114, 51, 115, 52, 116, 53, 117, 54, 118, 55, 119
      )._storage._value),
    to: ByteVector.self)
}

/// In each 128-bit part: the high 8 bytes of a and of b, in turn (vpunpckhbw).
@inline(__always) func unpackHigh(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec64xInt8_Vec64xInt32(
      a._storage._value, b._storage._value,
      SIMD64<Int32>(
        8, 72, 9, 73, 10, 74, 11, 75, 12, 76, 13, 77, 14, 78, 15, 79, 24, 88, 25, 89, 26, 90, 27, 91, 28, 92,
        29, 93, 30, 94, 31, 95, 40, 104, 41, 105, 42, 106, 43, 107, 44, 108, 45, 109, 46, 110, 47, 111, 56,
        120, 57, 121, 58, 122, 59, 123, 60, 124, 61, 125, 62, 126, 63, 127
      )._storage._value),
    to: ByteVector.self)
}

/// In each 128-bit part: the low 4 pairs of bytes of a and of b, in turn (vpunpcklwd).
@inline(__always) func unpackLowPairs(_ a: ByteVector, _ b: ByteVector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec32xInt16_Vec32xInt32(
      cast(a, to: Int16Vector.self)._storage._value, cast(b, to: Int16Vector.self)._storage._value,
      SIMD32<Int32>(
        0, 32, 1, 33, 2, 34, 3, 35, 8, 40, 9, 41, 10, 42, 11, 43, 16, 48, 17, 49, 18, 50, 19, 51, 24, 56, 25,
        57, 26, 58, 27, 59
      )._storage._value),
    to: Int32Vector.self)
}

/// In each 128-bit part: the high 4 pairs of bytes of a and of b, in turn (vpunpckhwd).
@inline(__always) func unpackHighPairs(_ a: ByteVector, _ b: ByteVector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec32xInt16_Vec32xInt32(
      cast(a, to: Int16Vector.self)._storage._value, cast(b, to: Int16Vector.self)._storage._value,
      SIMD32<Int32>(
        4, 36, 5, 37, 6, 38, 7, 39, 12, 44, 13, 45, 14, 46, 15, 47, 20, 52, 21, 53, 22, 54, 23, 55, 28, 60,
        29, 61, 30, 62, 31, 63
      )._storage._value),
    to: Int32Vector.self)
}

// MARK: Memory

/// Whether part of a vector is stored as fast as a whole one.
@inline(__always) var storesPartsAtOnce: Bool { true }

// Masked stores cost no more than plain ones here, so that there is no other kind.

/// Writes the first `count` bytes, and no other.
@inline(__always) func storeBytes(_ bytes: ByteVector, to address: UnsafeMutableRawPointer, count: Int) {
  let mask = Builtin.bitcast_Int64_Vec64xInt1(((~0 as UInt64) &>> UInt64(truncatingIfNeeded: 64 &- count))._value)
  Builtin.int_masked_store_Vec64xInt8_RawPointer(bytes._storage._value, address._rawValue, (1 as Int32)._value, mask)
}

/// Writes the first `count` bytes, and no other.
@inline(__always) func storeBytes(_ bytes: HalfByteVector, to address: UnsafeMutableRawPointer, count: Int) {
  let mask = Builtin.bitcast_Int32_Vec32xInt1(((~0 as UInt32) &>> UInt32(truncatingIfNeeded: 32 &- count))._value)
  Builtin.int_masked_store_Vec32xInt8_RawPointer(bytes._storage._value, address._rawValue, (1 as Int32)._value, mask)
}

/// Writes the first `count` bytes, and no other.
@inline(__always) func storeBytes(_ bytes: QuarterByteVector, to address: UnsafeMutableRawPointer, count: Int) {
  let mask = Builtin.bitcast_Int16_Vec16xInt1(((~0 as UInt16) &>> UInt16(truncatingIfNeeded: 16 &- count))._value)
  Builtin.int_masked_store_Vec16xInt8_RawPointer(bytes._storage._value, address._rawValue, (1 as Int32)._value, mask)
}

/// A table of 32 numbers, as 4 rows that shuffles can index.
struct PowersOfTwo {
  private let rows: (Int64Vector, Int64Vector, Int64Vector, Int64Vector)

  init(_ entries: UnsafeRawPointer) {
    rows = entries.loadUnaligned(as: (Int64Vector, Int64Vector, Int64Vector, Int64Vector).self)
  }

  /// The entry for each of a vector's indices, which lie in memory.
  @inline(__always) subscript(at indices: UnsafeRawPointer) -> Int64Vector {
    let indices = indices.loadUnaligned(as: Int64Vector.self)._storage._value
    let low = Builtin.int_x86_avx512_vpermi2var_q_512(rows.0._storage._value, indices, rows.1._storage._value)
    let high = Builtin.int_x86_avx512_vpermi2var_q_512(rows.2._storage._value, indices, rows.3._storage._value)
    let isHigh = Builtin.cmp_sgt_Vec8xInt64(indices, Int64Vector(repeating: 15)._storage._value)
    return cast(Builtin.select_Vec8xInt1_Vec8xInt64(isHigh, high, low), to: Int64Vector.self)
  }
}
#endif
