// The 256-bit instructions the loops are written in, as always-inlined wrappers with the same names in every
// instruction-set module. Its traps: see the same file for AVX-512.
import Builtin

/// The public entry points of this module: AVX2 and FMA.
///
/// Every function needs a processor (and an operating system) with both.
public enum AVX2 {}

/// What the shared loops extend.
typealias InstructionSet = AVX2

typealias ByteVector = SIMD32<UInt8>
typealias Int16Vector = SIMD16<Int16>
typealias Int32Vector = SIMD8<Int32>
typealias Int64Vector = SIMD4<Int64>
typealias FloatVector = SIMD8<Float>

/// Reads the bits of `value` as another type of the same size.
@inline(__always) func cast<Source, Target>(_ value: Source, to: Target.Type) -> Target {
  unsafeBitCast(value, to: Target.self)
}

// MARK: Multiplication

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let products = Builtin.int_x86_avx2_pmadd_wd(
    cast(x, to: Int16Vector.self)._storage._value, cast(w, to: Int16Vector.self)._storage._value)
  return sums &+ cast(products, to: Int32Vector.self)
}

/// a * b + c, rounded once.
@inline(__always) func multiplyAdd(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector) -> FloatVector {
  cast(
    Builtin.int_fma_Vec8xFPIEEE32(a._storage._value, b._storage._value, c._storage._value), to: FloatVector.self)
}

/// The 64-bit products of the even lanes. LLVM selects vpmuldq for the sign extensions and the product.
@inline(__always) func multiplyEven(_ a: Int32Vector, _ b: Int32Vector) -> Int64Vector {
  signExtendEven(a) &* signExtendEven(b)
}

/// The 64-bit products of the odd lanes.
@inline(__always) func multiplyOdd(_ a: Int32Vector, _ b: Int32Vector) -> Int64Vector {
  shiftRight(cast(a, to: Int64Vector.self), by: 32) &* shiftRight(cast(b, to: Int64Vector.self), by: 32)
}

@inline(__always) func signExtendEven(_ a: Int32Vector) -> Int64Vector {
  shiftRight(shiftLeft(cast(a, to: Int64Vector.self), by: 32), by: 32)
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

/// The products' high halves, doubled and rounded: `(a * b + 2^30) >> 31`. Only -2^31 times itself would overflow, and no
/// multiplier is negative.
@inline(__always) func highMultiply(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  let half = Int64Vector(repeating: 1 << 30)
  let even = shiftRightLogical(multiplyEven(a, b) &+ half, by: 31)
  let odd = shiftLeft(multiplyOdd(a, b) &+ half, by: 1)
  return mergeEvenOdd(even, odd)
}

// MARK: Shifts

@inline(__always) func shiftRight(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.ashr_Vec4xInt64(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

@inline(__always) func shiftRightLogical(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.lshr_Vec4xInt64(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

@inline(__always) func shiftLeft(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.shl_Vec4xInt64(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

/// Arithmetic, by a count in 0...31 for each lane.
@inline(__always) func shiftRight(_ a: Int32Vector, by counts: Int32Vector) -> Int32Vector {
  cast(Builtin.ashr_Vec8xInt32(a._storage._value, counts._storage._value), to: Int32Vector.self)
}

/// By a count in 0...31 for each lane.
@inline(__always) func shiftLeft(_ a: Int32Vector, by counts: Int32Vector) -> Int32Vector {
  cast(Builtin.shl_Vec8xInt32(a._storage._value, counts._storage._value), to: Int32Vector.self)
}

// MARK: Comparison and logic

@inline(__always) func maximum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smax_Vec8xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func minimum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smin_Vec8xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func maximum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umax_Vec32xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func minimum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umin_Vec32xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// a with the sign of b.
@inline(__always) func copySign(_ a: FloatVector, of b: FloatVector) -> FloatVector {
  let sign = Int32Vector(repeating: .min)._storage._value
  let bits = Builtin.and_Vec8xInt32(cast(b, to: Int32Vector.self)._storage._value, sign)
  return cast(Builtin.or_Vec8xInt32(cast(a, to: Int32Vector.self)._storage._value, bits), to: FloatVector.self)
}

/// 0 where a is not a number.
@inline(__always) func replaceNaN(_ a: FloatVector) -> FloatVector {
  let isNumber = Builtin.fcmp_oeq_Vec8xFPIEEE32(a._storage._value, a._storage._value)
  return cast(
    Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isNumber, a._storage._value, FloatVector()._storage._value),
    to: FloatVector.self)
}

/// The greater, or b where either is not a number.
@inline(__always) func maximum(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let isLess = Builtin.fcmp_olt_Vec8xFPIEEE32(b._storage._value, a._storage._value)
  return cast(
    Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isLess, a._storage._value, b._storage._value), to: FloatVector.self)
}

/// The lesser, or b where either is not a number.
@inline(__always) func minimum(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let isLess = Builtin.fcmp_olt_Vec8xFPIEEE32(a._storage._value, b._storage._value)
  return cast(
    Builtin.select_Vec8xInt1_Vec8xFPIEEE32(isLess, a._storage._value, b._storage._value), to: FloatVector.self)
}

@inline(__always) func xor(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.xor_Vec32xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func and(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.and_Vec8xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func xor(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.xor_Vec8xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

/// The largest element.
@inline(__always) func largest(_ a: ByteVector) -> UInt8 {
  UInt8(Builtin.int_vector_reduce_umax_Vec32xInt8(a._storage._value))
}

/// The largest element; none may be not a number.
///
/// Floats are compared as integers in the same order: a reduction of floats would go from element to element.
@inline(__always) func largest(_ a: FloatVector) -> Float {
  let bits = cast(a, to: Int32Vector.self)
  let magnitude = Int32Vector(repeating: .max)._storage._value
  let flips = Builtin.and_Vec8xInt32(shiftRight(bits, by: Int32Vector(repeating: 31))._storage._value, magnitude)
  let ordered = xor(bits, cast(flips, to: Int32Vector.self))
  let result = Int32(Builtin.int_vector_reduce_smax_Vec8xInt32(ordered._storage._value))
  return Float(bitPattern: UInt32(bitPattern: result ^ (result &>> 31 & .max)))
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

/// Two vectors, saturated to 16 bits: in each 128-bit part, four elements of a and four of b.
@inline(__always) func narrow(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
  cast(Builtin.int_x86_avx2_packssdw(a._storage._value, b._storage._value), to: Int16Vector.self)
}

/// Two vectors, saturated to unsigned bytes: in each 128-bit part, eight elements of a and eight of b.
///
/// So four vectors of 32 bits become bytes in the order 4 elements of the first, 4 of the second, ...; packed weights are
/// ordered such that this is channel order.
@inline(__always) func narrow(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_avx2_packuswb(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// The sum, saturated.
@inline(__always) func addSaturating(_ a: Int16Vector, _ b: Int16Vector) -> Int16Vector {
  cast(Builtin.int_sadd_sat_Vec16xInt16(a._storage._value, b._storage._value), to: Int16Vector.self)
}

/// The low halves of the 128-bit parts together, and the high halves.
@inline(__always) func separateHalves(_ a: ByteVector) -> (SIMD16<UInt8>, SIMD16<UInt8>) {
  let lanes = cast(a, to: Int64Vector.self)._storage._value
  let order = SIMD4<Int32>(0, 2, 1, 3)._storage._value
  return cast(
    Builtin.shufflevector_Vec4xInt64_Vec4xInt32(lanes, lanes, order), to: (SIMD16<UInt8>, SIMD16<UInt8>).self)
}

/// The lowest 32 bits of the 128-bit parts together, the next, and so on.
@inline(__always)
func separateFourths(_ a: ByteVector) -> (SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>) {
  let lanes = cast(a, to: Int32Vector.self)._storage._value
  let order = Int32Vector(0, 4, 1, 5, 2, 6, 3, 7)._storage._value
  let fourths = Builtin.shufflevector_Vec8xInt32_Vec8xInt32(lanes, lanes, order)
  return cast(fourths, to: (SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>, SIMD8<UInt8>).self)
}

/// Sixteen bytes, zero-extended to 16 bits.
@inline(__always) func widen(_ bytes: SIMD16<UInt8>, to address: UnsafeMutableRawPointer) {
  let wide = Builtin.zext_Vec16xInt8_Vec16xInt16(bytes._storage._value)
  address.storeBytes(of: cast(wide, to: Int16Vector.self), as: Int16Vector.self)
}

/// Sixteen bytes, sign-extended to 16 bits.
@inline(__always) func widen(_ bytes: SIMD16<Int8>, to address: UnsafeMutableRawPointer) {
  let wide = Builtin.sext_Vec16xInt8_Vec16xInt16(bytes._storage._value)
  address.storeBytes(of: cast(wide, to: Int16Vector.self), as: Int16Vector.self)
}

/// The order in which `widen` makes four consecutive vectors: the opposite of `memoryOrder`.
@inline(__always) func narrowOrder(_ a: ByteVector) -> ByteVector {
  let lanes = cast(a, to: Int32Vector.self)._storage._value
  let order = Int32Vector(0, 2, 4, 6, 1, 3, 5, 7)._storage._value
  return cast(Builtin.shufflevector_Vec8xInt32_Vec8xInt32(lanes, lanes, order), to: ByteVector.self)
}

// MARK: Tables

/// A table of 256 bytes, as 16 rows that a shuffle can index.
struct ByteTable {
  private let entries: UnsafeRawPointer

  /// The rows are read where they are used: an array of vectors would bring a weak function of its own.
  init(_ entries: UnsafeRawPointer) { self.entries = entries }

  @inline(__always) private func row(_ index: Int) -> ByteVector {
    let bytes = entries.loadUnaligned(fromByteOffset: 16 &* index, as: SIMD16<UInt8>.self)
    return cast((bytes, bytes), to: ByteVector.self)
  }

  /// The entry for each byte. For each row, bytes with another high half get their top bit set, for which the shuffle
  /// gives 0.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    var result = ByteVector()
    let others = ByteVector(repeating: 0x70)._storage._value
    for row in 0..<16 {
      let low = xor(bytes, ByteVector(repeating: UInt8(truncatingIfNeeded: row &<< 4)))
      let index = Builtin.int_uadd_sat_Vec32xInt8(low._storage._value, others)
      let found = Builtin.int_x86_avx2_pshuf_b(self.row(row)._storage._value, index)
      result = cast(Builtin.or_Vec32xInt8(result._storage._value, found), to: ByteVector.self)
    }
    return result
  }
}

// MARK: Depthwise units

/// Two rows of bytes to words of two int16: vector v, lane `4 p + e` holds the bytes `16 p + 4 v + e` of both rows.
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

/// In each 128-bit part: the low 8 bytes of a and of b, in turn (vpunpcklbw).
@inline(__always) private func unpackLow(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
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
@inline(__always) private func unpackHigh(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec32xInt8_Vec32xInt32(
      a._storage._value, b._storage._value,
      SIMD32<Int32>(
        8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60,
        29, 61, 30, 62, 31, 63
      )._storage._value),
    to: ByteVector.self)
}

/// The 32 or 16 bytes at each address, together.
@inline(__always) func loadPieces<let P: Int>(_ pieces: InlineArray<P, UnsafeRawPointer>) -> ByteVector {
  if P == 1 {
    pieces[unchecked: 0].loadUnaligned(as: ByteVector.self)
  } else {
    cast(
      (
        pieces[unchecked: 0].loadUnaligned(as: SIMD16<UInt8>.self),
        pieces[unchecked: 1].loadUnaligned(as: SIMD16<UInt8>.self)
      ), to: ByteVector.self)
  }
}

/// Writes the first `count` bytes of each existing piece, `step` bytes apart.
@inline(__always)
func storePieces(
  _ bytes: ByteVector, _ pieces: Int, to address: UnsafeMutableRawPointer, step: Int, count: Int,
  existing: Int
) {
  if pieces == 1 {
    storeBytes(bytes, to: address, count: count)
  } else {
    let parts = cast(bytes, to: (SIMD16<UInt8>, SIMD16<UInt8>).self)
    storeBytes(parts.0, to: address, count: count)
    if existing > 1 { storeBytes(parts.1, to: address + step, count: count) }
  }
}

// MARK: Memory

/// Writes the first `count` bytes, and no other.
@inline(__always) func storeBytes(_ bytes: ByteVector, to address: UnsafeMutableRawPointer, count: Int) {
  if count == 32 {
    address.storeBytes(of: bytes, as: ByteVector.self)
  } else {
    let halves = cast(bytes, to: (SIMD16<UInt8>, SIMD16<UInt8>).self)
    storeBytes(halves.0, to: address, count: min(count, 16))
    if count > 16 { storeBytes(halves.1, to: address + 16, count: count &- 16) }
  }
}
