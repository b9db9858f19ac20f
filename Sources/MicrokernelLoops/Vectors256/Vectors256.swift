#if FOR_X86_64 && arch(x86_64)
// Vectors of 256 bits, and AVX2's instructions on them.
import Builtin

typealias ByteVector = SIMD32<UInt8>
typealias HalfByteVector = SIMD16<UInt8>
typealias QuarterByteVector = SIMD8<UInt8>
typealias Int16Vector = SIMD16<Int16>
typealias Int32Vector = SIMD8<Int32>
typealias Int64Vector = SIMD4<Int64>
typealias FloatVector = SIMD8<Float>
typealias HalfFloatVector = SIMD4<Float>
typealias DoubleVector = SIMD4<Double>

// MARK: Multiplication

/// a * b + c, rounded once.
@inline(__always) func multiplyAdd(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector) -> FloatVector {
  cast(
    Builtin.int_fma_Vec8xFPIEEE32(a._storage._value, b._storage._value, c._storage._value), to: FloatVector.self)
}

/// a * b + c, rounded once.
@inline(__always) func multiplyAddDoubles(_ a: DoubleVector, _ b: DoubleVector, _ c: DoubleVector) -> DoubleVector {
  cast(
    Builtin.int_fma_Vec4xFPIEEE64(a._storage._value, b._storage._value, c._storage._value), to: DoubleVector.self)
}

/// Even lanes of `even`, odd lanes of `odd`.
@inline(__always) func mergeEvenOdd(_ even: Int64Vector, _ odd: Int64Vector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec8xInt32_Vec8xInt32(
      cast(even, to: Int32Vector.self)._storage._value, cast(odd, to: Int32Vector.self)._storage._value,
      Int32Vector(0, 9, 2, 11, 4, 13, 6, 15)._storage._value),
    to: Int32Vector.self)
}

/// The high halves of the products of even and of odd lanes, in the lanes' order.
@inline(__always) func mergeHighHalves(_ even: Int64Vector, _ odd: Int64Vector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec8xInt32_Vec8xInt32(
      cast(even, to: Int32Vector.self)._storage._value, cast(odd, to: Int32Vector.self)._storage._value,
      Int32Vector(1, 9, 3, 11, 5, 13, 7, 15)._storage._value),
    to: Int32Vector.self)
}

/// The sum, saturated.
@inline(__always) func addSaturating(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_sadd_sat_Vec16xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

// MARK: Comparison

@inline(__always) func maximum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smax_Vec8xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func minimum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smin_Vec8xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func maximum(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_smax_Vec16xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

@inline(__always) func minimum(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_smin_Vec16xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

@inline(__always) func maximum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umax_Vec32xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func minimum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umin_Vec32xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// a where the mask is set, else b.
@inline(__always)
func select(_ mask: SIMDMask<SIMD8<Int32>>, _ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let mask = Builtin.trunc_Vec8xInt32_Vec8xInt1(cast(mask, to: Int32Vector.self)._storage._value)
  return cast(
    Builtin.select_Vec8xInt1_Vec8xFPIEEE32(mask, a._storage._value, b._storage._value), to: FloatVector.self)
}

// MARK: Reduction

/// The largest element.
@inline(__always) func largest(_ a: ByteVector) -> UInt8 {
  UInt8(Builtin.int_vector_reduce_umax_Vec32xInt8(a._storage._value))
}

/// The largest element.
@inline(__always) func largest(_ a: Int32Vector) -> Int32 {
  Int32(Builtin.int_vector_reduce_smax_Vec8xInt32(a._storage._value))
}

// MARK: Conversion

@inline(__always) func float(_ a: Int32Vector) -> FloatVector {
  cast(Builtin.sitofp_Vec8xInt32_Vec8xFPIEEE32(a._storage._value), to: FloatVector.self)
}

/// To the nearest integer, halves to the even one; -2^31 where that does not fit.
@inline(__always) func roundToEven(_ a: FloatVector) -> Int32Vector {
  cast(Builtin.int_x86_avx_cvt_ps2dq_256(a._storage._value), to: Int32Vector.self)
}

/// Without the fraction; -2^31 where that does not fit.
@inline(__always) func truncate(_ a: FloatVector) -> Int32Vector {
  cast(Builtin.int_x86_avx_cvtt_ps2dq_256(a._storage._value), to: Int32Vector.self)
}

/// As doubles.
@inline(__always) func widen(_ a: HalfFloatVector) -> DoubleVector {
  cast(Builtin.fpext_Vec4xFPIEEE32_Vec4xFPIEEE64(a._storage._value), to: DoubleVector.self)
}

/// Rounded to floats.
@inline(__always) func narrow(_ a: DoubleVector) -> HalfFloatVector {
  cast(Builtin.fptrunc_Vec4xFPIEEE64_Vec4xFPIEEE32(a._storage._value), to: HalfFloatVector.self)
}

// MARK: Order of bytes

/// Two vectors, saturated to 16 bits: in each 128-bit part, four elements of a and four of b.
@inline(__always) func narrow(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
  cast(Builtin.int_x86_avx2_packssdw(a._storage._value, b._storage._value), to: Int16Vector.self)
}

/// Two vectors, saturated to unsigned bytes: in each 128-bit part, eight elements of a and eight of b.
@inline(__always) func narrow(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_avx2_packuswb(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// Two vectors, saturated to signed bytes: in each 128-bit part, eight elements of a and eight of b.
@inline(__always) func narrowSigned(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_avx2_packsswb(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// The low halves of the 128-bit parts together, and the high halves.
@inline(__always) func separateHalves(_ a: ByteVector) -> (HalfByteVector, HalfByteVector) {
  let lanes = cast(a, to: Int64Vector.self)._storage._value
  let order = SIMD4<Int32>(0, 2, 1, 3)._storage._value
  return cast(
    Builtin.shufflevector_Vec4xInt64_Vec4xInt32(lanes, lanes, order), to: (HalfByteVector, HalfByteVector).self)
}

/// The lowest 32 bits of the 128-bit parts together, the next, and so on.
@inline(__always)
func separateFourths(
  _ a: ByteVector
) -> (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector) {
  let lanes = cast(a, to: Int32Vector.self)._storage._value
  let order = Int32Vector(0, 4, 1, 5, 2, 6, 3, 7)._storage._value
  return cast(
    Builtin.shufflevector_Vec8xInt32_Vec8xInt32(lanes, lanes, order),
    to: (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector).self)
}

/// The 128-bit parts of a and of b, in turn.
@inline(__always) func alternateParts(_ a: Int32Vector, _ b: Int32Vector) -> (Int32Vector, Int32Vector) {
  let (a, b) = (a._storage._value, b._storage._value)
  return (
    cast(
      Builtin.shufflevector_Vec8xInt32_Vec8xInt32(a, b, Int32Vector(0, 1, 2, 3, 8, 9, 10, 11)._storage._value),
      to: Int32Vector.self),
    cast(
      Builtin.shufflevector_Vec8xInt32_Vec8xInt32(a, b, Int32Vector(4, 5, 6, 7, 12, 13, 14, 15)._storage._value),
      to: Int32Vector.self)
  )
}

/// The 128-bit parts of all four, in turn.
@inline(__always) func alternateParts(_ a: InlineArray<4, Int32Vector>) -> InlineArray<4, Int32Vector> {
  let (first, second) = (alternateParts(a[0], a[1]), alternateParts(a[2], a[3]))
  return [first.0, second.0, first.1, second.1]
}

/// The order in which `widen` makes four consecutive vectors: the opposite of `memoryOrder`.
@inline(__always) func narrowOrder(_ a: ByteVector) -> ByteVector {
  let lanes = cast(a, to: Int32Vector.self)._storage._value
  let order = Int32Vector(0, 2, 4, 6, 1, 3, 5, 7)._storage._value
  return cast(Builtin.shufflevector_Vec8xInt32_Vec8xInt32(lanes, lanes, order), to: ByteVector.self)
}

/// In each 128-bit part: the low 8 bytes of a and of b, in turn (vpunpcklbw).
@inline(__always) func unpackLow(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec32xInt8_Vec32xInt32(
      a._storage._value, b._storage._value,
      SIMD32<Int32>(
        0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21,
        53, 22, 54, 23, 55
      )._storage._value),
    to: ByteVector.self)
}

/// In each 128-bit part: the high 8 bytes of a and of b, in turn (vpunpckhbw).
@inline(__always) func unpackHigh(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec32xInt8_Vec32xInt32(
      a._storage._value, b._storage._value,
      SIMD32<Int32>(
        8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60,
        29, 61, 30, 62, 31, 63
      )._storage._value),
    to: ByteVector.self)
}

// MARK: Tables

/// A table of 256 bytes, looked up by shuffles of 16.
///
/// A shuffle gives 0 for a byte whose top bit is set. Each of 16 steps subtracts 16 from the bytes and shuffles a row of
/// differences, whose exclusive or up to the step in which a byte falls below 0 is its entry. Bytes from 128 on take part in
/// the eight steps from where they first fall below 128.
struct ByteTable {
  private var differences: InlineArray<16, ByteVector>

  init(_ entries: UnsafeRawPointer) {
    // To repeat one would be a weak function: see Traps.
    let none = ByteVector()
    differences = [
      none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none,
    ]
    var last = ByteVector()
    for step in 0..<16 {
      let row = entries.loadUnaligned(fromByteOffset: 16 &* step, as: SIMD16<UInt8>.self)
      let both = join((row, row), to: ByteVector.self)
      let before = step < 8 ? ByteVector() : differences[unchecked: step &- 8]
      differences[unchecked: step] = xor(xor(both, last), before)
      last = both
    }
  }

  /// The entry for each byte.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    let sixteen = ByteVector(repeating: 16)
    var (result, rest) = (shuffle(0, bytes), bytes)
    for step in 1..<9 {
      rest = rest &- sixteen
      result = xor(result, shuffle(step, rest))
    }
    // What is below 0 by now stays there.
    for step in 9..<16 {
      rest = cast(
        Builtin.int_ssub_sat_Vec32xInt8(rest._storage._value, sixteen._storage._value), to: ByteVector.self)
      result = xor(result, shuffle(step, rest))
    }
    return result
  }

  @inline(__always) private func shuffle(_ step: Int, _ indices: ByteVector) -> ByteVector {
    let row = differences[unchecked: step]._storage._value
    return cast(Builtin.int_x86_avx2_pshuf_b(row, indices._storage._value), to: ByteVector.self)
  }
}
#endif
