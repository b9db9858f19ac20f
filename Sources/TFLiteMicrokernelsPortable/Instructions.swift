// The 128-bit operations the loops are written in, as always-inlined wrappers with the same names in every
// instruction-set module: what every processor of an architecture has (SSE2, NEON). Traps: see the same file for
// AVX-512. Where an architecture has a better instruction than the compiler finds, `Instructions+<its name>.swift` has it.
import Builtin

/// The public entry points of this module: what every processor of the architecture runs.
public enum Portable {}

/// What the shared loops extend.
typealias InstructionSet = Portable

typealias ByteVector = SIMD16<UInt8>
typealias Int16Vector = SIMD8<Int16>
typealias Int32Vector = SIMD4<Int32>
typealias Int64Vector = SIMD2<Int64>
typealias FloatVector = SIMD4<Float>

/// Reads the bits of `value` as another type of the same size.
@inline(__always) func cast<Source, Target>(_ value: Source, to: Target.Type) -> Target {
  unsafeBitCast(value, to: Target.self)
}

// MARK: Shifts

@inline(__always) func shiftRight(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.ashr_Vec2xInt64(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

@inline(__always) func shiftRightLogical(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.lshr_Vec2xInt64(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

@inline(__always) func shiftLeft(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.shl_Vec2xInt64(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

/// Arithmetic, by a count in 0...31 for each lane.
@inline(__always) func shiftRight(_ a: Int32Vector, by counts: Int32Vector) -> Int32Vector {
  cast(Builtin.ashr_Vec4xInt32(a._storage._value, counts._storage._value), to: Int32Vector.self)
}

/// By a count in 0...31 for each lane.
@inline(__always) func shiftLeft(_ a: Int32Vector, by counts: Int32Vector) -> Int32Vector {
  cast(Builtin.shl_Vec4xInt32(a._storage._value, counts._storage._value), to: Int32Vector.self)
}

// MARK: Comparison and logic

@inline(__always) func maximum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smax_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func minimum(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.int_smin_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func maximum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umax_Vec16xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func minimum(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_umin_Vec16xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// a with the sign of b.
@inline(__always) func copySign(_ a: FloatVector, of b: FloatVector) -> FloatVector {
  let sign = Int32Vector(repeating: .min)._storage._value
  let bits = Builtin.and_Vec4xInt32(cast(b, to: Int32Vector.self)._storage._value, sign)
  return cast(Builtin.or_Vec4xInt32(cast(a, to: Int32Vector.self)._storage._value, bits), to: FloatVector.self)
}

/// 0 where a is not a number.
@inline(__always) func replaceNaN(_ a: FloatVector) -> FloatVector {
  let isNumber = Builtin.fcmp_oeq_Vec4xFPIEEE32(a._storage._value, a._storage._value)
  return cast(
    Builtin.select_Vec4xInt1_Vec4xFPIEEE32(isNumber, a._storage._value, FloatVector()._storage._value),
    to: FloatVector.self)
}

/// The greater, or b where either is not a number.
@inline(__always) func maximum(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let isLess = Builtin.fcmp_olt_Vec4xFPIEEE32(b._storage._value, a._storage._value)
  return cast(
    Builtin.select_Vec4xInt1_Vec4xFPIEEE32(isLess, a._storage._value, b._storage._value), to: FloatVector.self)
}

/// The lesser, or b where either is not a number.
@inline(__always) func minimum(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
  let isLess = Builtin.fcmp_olt_Vec4xFPIEEE32(a._storage._value, b._storage._value)
  return cast(
    Builtin.select_Vec4xInt1_Vec4xFPIEEE32(isLess, a._storage._value, b._storage._value), to: FloatVector.self)
}

@inline(__always) func xor(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.xor_Vec16xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

@inline(__always) func and(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.and_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func xor(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.xor_Vec4xInt32(a._storage._value, b._storage._value), to: Int32Vector.self)
}

/// The largest element.
@inline(__always) func largest(_ a: ByteVector) -> UInt8 {
  UInt8(Builtin.int_vector_reduce_umax_Vec16xInt8(a._storage._value))
}

/// The largest element; none may be not a number.
///
/// Floats are compared as integers in the same order: a reduction of floats would go from element to element.
@inline(__always) func largest(_ a: FloatVector) -> Float {
  let bits = cast(a, to: Int32Vector.self)
  let magnitude = Int32Vector(repeating: .max)._storage._value
  let flips = Builtin.and_Vec4xInt32(shiftRight(bits, by: Int32Vector(repeating: 31))._storage._value, magnitude)
  let ordered = xor(bits, cast(flips, to: Int32Vector.self))
  let result = Int32(Builtin.int_vector_reduce_smax_Vec4xInt32(ordered._storage._value))
  return Float(bitPattern: UInt32(bitPattern: result ^ (result &>> 31 & .max)))
}

// MARK: Conversion

@inline(__always) func float(_ a: Int32Vector) -> FloatVector {
  cast(Builtin.sitofp_Vec4xInt32_Vec4xFPIEEE32(a._storage._value), to: FloatVector.self)
}

/// The low half of the 128 bits, and the high half.
@inline(__always) func separateHalves(_ a: ByteVector) -> (SIMD8<UInt8>, SIMD8<UInt8>) {
  cast(a, to: (SIMD8<UInt8>, SIMD8<UInt8>).self)
}

/// The lowest 32 bits of the 128, the next, and so on.
@inline(__always)
func separateFourths(_ a: ByteVector) -> (SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>) {
  cast(a, to: (SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>).self)
}

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

/// The order in which `widen` makes four consecutive vectors: that of memory.
@inline(__always) func narrowOrder(_ a: ByteVector) -> ByteVector { a }

// MARK: Tables

/// A table of 256 bytes. Baseline instructions have no shuffle by a variable index.
struct ByteTable {
  private let entries: UnsafePointer<UInt8>

  init(_ entries: UnsafeRawPointer) { self.entries = entries.assumingMemoryBound(to: UInt8.self) }

  /// The entry for each byte.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    var words = cast(bytes, to: SIMD2<UInt64>.self)
    for half in 0..<2 {
      var result: UInt64 = 0
      for i in 0..<8 {
        let byte = UInt8(truncatingIfNeeded: words[half] &>> UInt64(truncatingIfNeeded: 8 &* i))
        result |= UInt64(entries[Int(byte)]) &<< UInt64(truncatingIfNeeded: 8 &* i)
      }
      words[half] = result
    }
    return cast(words, to: ByteVector.self)
  }
}

// MARK: Depthwise units

/// Two rows of bytes to words of two int16: vector v, lane e holds the bytes `4 v + e` of both rows.
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

/// The low 8 bytes of a and of b, in turn.
@inline(__always) private func unpackLow(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
      a._storage._value, b._storage._value,
      SIMD16<Int32>(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)._storage._value),
    to: ByteVector.self)
}

/// The high 8 bytes of a and of b, in turn.
@inline(__always) private func unpackHigh(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(
    Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
      a._storage._value, b._storage._value,
      SIMD16<Int32>(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)._storage._value),
    to: ByteVector.self)
}

/// The 16 bytes at the only address.
@inline(__always) func loadPieces<let P: Int>(_ pieces: InlineArray<P, UnsafeRawPointer>) -> ByteVector {
  pieces[unchecked: 0].loadUnaligned(as: ByteVector.self)
}

/// Writes the first `count` bytes of the only piece.
@inline(__always)
func storePieces(
  _ bytes: ByteVector, _ pieces: Int, to address: UnsafeMutableRawPointer, step: Int, count: Int,
  existing: Int
) {
  storeBytes(bytes, to: address, count: count)
}
