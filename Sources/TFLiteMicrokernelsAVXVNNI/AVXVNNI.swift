#if arch(x86_64)
// What AVX-VNNI has of its own. The folders beside this file are linked: see Sources/MicrokernelLoops/README.md.
import Builtin

/// The public entry points of this module: AVX2 and AVX-VNNI.
///
/// Every function needs a processor (and an operating system) with both.
public enum AVXVNNI {
  /// 6 rows of 2 vectors: 12 accumulators, 2 weights and an activation of 16 registers.
  @inline(__always) static var panelVectors: Int { 2 }
  @inline(__always) static var panelRows: Int { 6 }

  /// A product takes one row of activations at a time.
  @inline(__always) static var pairsRows: Bool { false }

  /// Requantization by floats takes half the instructions of that by integers.
  @inline(__always) static var scalesByFloats: Bool { true }
  @inline(__always) static var scalesClampedByFloats: Bool { true }
}

typealias EntryPoints = AVXVNNI

/// `sums[i] + Σ x[4i + j] * w[4i + j]`, j = 0...3: unsigned bytes of x times signed bytes of w.
@inline(__always) func dot4(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  cast(
    Builtin.int_x86_avx512_vpdpbusd_256(sums._storage._value, x._storage._value, w._storage._value),
    to: Int32Vector.self)
}

/// In each 128-bit part: the low 4 pairs of bytes of a and of b, in turn (vpunpcklwd).
@inline(__always) func unpackLowPairs(_ a: ByteVector, _ b: ByteVector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec16xInt16_Vec16xInt32(
      cast(a, to: Int16Vector.self)._storage._value, cast(b, to: Int16Vector.self)._storage._value,
      SIMD16<Int32>(0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27)._storage._value),
    to: Int32Vector.self)
}

/// In each 128-bit part: the high 4 pairs of bytes of a and of b, in turn (vpunpckhwd).
@inline(__always) func unpackHighPairs(_ a: ByteVector, _ b: ByteVector) -> Int32Vector {
  cast(
    Builtin.shufflevector_Vec16xInt16_Vec16xInt32(
      cast(a, to: Int16Vector.self)._storage._value, cast(b, to: Int16Vector.self)._storage._value,
      SIMD16<Int32>(4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31)._storage._value),
    to: Int32Vector.self)
}
#endif
