#if arch(arm64)
// What processors with products of matrices of bytes have (Armv8.6 and later). The folders beside this file are linked: see
// Sources/MicrokernelLoops/README.md.
import Builtin

/// The public entry points of this module: NEON, dot products and matrix products of bytes (FEAT_DotProd, FEAT_I8MM).
///
/// Every function needs a processor with all of these.
public enum NEONI8MM {
  /// 6 rows of 4 vectors: 24 accumulators, 6 vectors of activations, and weights, of 32 registers.
  @inline(__always) static var panelVectors: Int { 4 }
  @inline(__always) static var panelRows: Int { 6 }

  /// A product takes two rows of activations, eight deep.
  @inline(__always) static var pairsRows: Bool { true }

  /// Requantization by floats has not been measured.
  @inline(__always) static var scalesByFloats: Bool { false }
  @inline(__always) static var scalesClampedByFloats: Bool { false }
}

typealias EntryPoints = NEONI8MM

/// Signed 8-bit activations, times signed 8-bit weights.
enum SignedBytes: MatrixProduct {
  typealias Weight = Int8

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    sdot(sums, words, weights)
  }

  @inline(__always)
  static func accumulatePairs(_ sums: Int32Vector, _ rows: Int32Vector, _ columns: Int32Vector) -> Int32Vector {
    cast(
      Builtin.int_aarch64_neon_smmla_Vec4xInt32_Vec16xInt8(
        sums._storage._value, cast(rows, to: ByteVector.self)._storage._value,
        cast(columns, to: ByteVector.self)._storage._value),
      to: Int32Vector.self)
  }
}

/// Unsigned 8-bit activations, times signed 8-bit weights.
enum UnsignedBytes: MatrixProduct {
  typealias Weight = Int8

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    cast(
      Builtin.int_aarch64_neon_usdot_Vec4xInt32_Vec16xInt8(
        sums._storage._value, cast(words, to: ByteVector.self)._storage._value,
        cast(weights, to: ByteVector.self)._storage._value),
      to: Int32Vector.self)
  }

  @inline(__always)
  static func accumulatePairs(_ sums: Int32Vector, _ rows: Int32Vector, _ columns: Int32Vector) -> Int32Vector {
    cast(
      Builtin.int_aarch64_neon_usmmla_Vec4xInt32_Vec16xInt8(
        sums._storage._value, cast(rows, to: ByteVector.self)._storage._value,
        cast(columns, to: ByteVector.self)._storage._value),
      to: Int32Vector.self)
  }
}
#endif
