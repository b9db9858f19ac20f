#if arch(arm64)
// What processors with dot products of bytes have (Armv8.2 and later). The folders beside this file are linked: see
// Sources/MicrokernelLoops/README.md.
import Builtin

/// The public entry points of this module: NEON and dot products of bytes (FEAT_DotProd).
///
/// Every function needs a processor with both.
public enum NEONDotprod {
  /// 4 rows of 4 vectors: 16 accumulators, 4 rows' activations, and weights, of 32 registers. Six rows would fit, but the
  /// compiler then moves weights to and fro.
  @inline(__always) static var panelVectors: Int { 4 }
  @inline(__always) static var panelRows: Int { 4 }

  /// A product takes one row of activations at a time.
  @inline(__always) static var pairsRows: Bool { false }

  /// Requantization by floats has not been measured.
  @inline(__always) static var scalesByFloats: Bool { false }
  @inline(__always) static var scalesClampedByFloats: Bool { false }
}

typealias EntryPoints = NEONDotprod

/// Four signed 8-bit activations per word, times signed 8-bit weights.
enum SignedBytes: DotProduct {
  typealias Weight = Int8

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    sdot(sums, weights, words)
  }
}

/// Four unsigned 8-bit activations per word. The instruction wants both signed: flipping their top bit takes 128 from each.
/// Rows are copied for that, once for all columns; in tiles, it would take a place beside the products.
///
/// (`udot` would take the activations as they are and the weights with 128 added, but then the sum of the activations would
/// have to be known.)
enum UnsignedBytes: DotProduct {
  typealias Weight = Int8

  @inline(__always) static var flip: UInt8 { 0x80 }

  @inline(__always) static var offset: Int32 { -128 }

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    sdot(sums, weights, words)
  }
}
#endif
