#if arch(x86_64)
// What AVX-512 with VNNI has of its own. The folders beside this file are linked: see
// Sources/MicrokernelLoops/README.md.
import Builtin

/// The public entry points of this module: AVX-512 F, BW, DQ, VL and VNNI.
///
/// Every function needs a processor (and an operating system) with all of these.
public enum AVX512VNNI {
  /// 6 rows of 4 vectors: 24 accumulators, 4 weights and an activation of 32 registers.
  @inline(__always) static var panelVectors: Int { 4 }
  @inline(__always) static var panelRows: Int { 6 }

  /// A product takes one row of activations at a time.
  @inline(__always) static var pairsRows: Bool { false }

  /// Requantization by floats takes half the instructions of that by integers, but hardly fewer where only the high halves
  /// of products count: not enough for the time that it takes to prove them.
  @inline(__always) static var scalesByFloats: Bool { true }
  @inline(__always) static var scalesClampedByFloats: Bool { false }
}

typealias EntryPoints = AVX512VNNI

// MARK: Multiplication

/// `sums[i] + Σ x[4i + j] * w[4i + j]`, j = 0...3: unsigned bytes of x times signed bytes of w.
@inline(__always) func dot4(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  cast(
    Builtin.int_x86_avx512_vpdpbusd_512(sums._storage._value, x._storage._value, w._storage._value),
    to: Int32Vector.self)
}

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  cast(
    Builtin.int_x86_avx512_vpdpwssd_512(sums._storage._value, x._storage._value, w._storage._value),
    to: Int32Vector.self)
}

// MARK: Tables

/// A table of 256 bytes, as 128 pairs that a permutation of 16-bit elements can index by the upper seven bits of a byte.
///
/// (Shuffles of bytes reach 16 entries only; permutations of bytes need instructions that some processors with dot
/// products lack.)
struct ByteTable {
  private let pairs: (Int16Vector, Int16Vector, Int16Vector, Int16Vector)

  init(_ entries: UnsafeRawPointer) {
    pairs = (
      entries.loadUnaligned(as: Int16Vector.self), entries.loadUnaligned(fromByteOffset: 64, as: Int16Vector.self),
      entries.loadUnaligned(fromByteOffset: 128, as: Int16Vector.self),
      entries.loadUnaligned(fromByteOffset: 192, as: Int16Vector.self)
    )
  }

  /// The pair for each index, of which six bits count, in the table's lower half, or in the upper one where told.
  @inline(__always)
  private func pair(_ index: Builtin.Vec32xInt16, upper: Builtin.Vec32xInt1) -> Builtin.Vec32xInt16 {
    let low = Builtin.int_x86_avx512_vpermi2var_hi_512(pairs.0._storage._value, index, pairs.1._storage._value)
    let high = Builtin.int_x86_avx512_vpermi2var_hi_512(pairs.2._storage._value, index, pairs.3._storage._value)
    return Builtin.select_Vec32xInt1_Vec32xInt16(upper, high, low)
  }

  /// The entry for each byte. Bytes at even and at odd places take turns; the last bit of a byte decides which one of a
  /// pair moves to its place.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    @inline(__always) func splat(_ value: UInt16) -> Builtin.Vec32xInt16 {
      Int16Vector(repeating: Int16(bitPattern: value))._storage._value
    }
    let words = cast(bytes, to: Int16Vector.self)._storage._value
    let isUpperEven = Builtin.cmp_ne_Vec32xInt16(Builtin.and_Vec32xInt16(words, splat(0x80)), splat(0))
    let isUpperOdd = Builtin.cmp_slt_Vec32xInt16(words, splat(0))
    let even = pair(Builtin.lshr_Vec32xInt16(words, splat(1)), upper: isUpperEven)
    let odd = pair(Builtin.lshr_Vec32xInt16(words, splat(9)), upper: isUpperOdd)
    let right = Builtin.shl_Vec32xInt16(Builtin.and_Vec32xInt16(words, splat(1)), splat(3))
    let isFirst = Builtin.xor_Vec32xInt16(Builtin.and_Vec32xInt16(words, splat(0x100)), splat(0x100))
    let left = Builtin.lshr_Vec32xInt16(isFirst, splat(5))
    let evenEntries = Builtin.and_Vec32xInt16(Builtin.lshr_Vec32xInt16(even, right), splat(0xff))
    let oddEntries = Builtin.and_Vec32xInt16(Builtin.shl_Vec32xInt16(odd, left), splat(0xff00))
    return cast(Builtin.or_Vec32xInt16(evenEntries, oddEntries), to: ByteVector.self)
  }
}
#endif
