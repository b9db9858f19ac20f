#if arch(x86_64)
// What AVX2 has of its own. The folders beside this file are linked: see Sources/MicrokernelLoops/README.md.
import Builtin

/// The public entry points of this module: AVX2 and FMA.
///
/// Every function needs a processor (and an operating system) with both.
public enum AVX2 {
  /// 6 rows of 2 vectors: 12 accumulators, 2 weights and an activation of 16 registers.
  @inline(__always) static var panelVectors: Int { 2 }
  @inline(__always) static var panelRows: Int { 6 }

  /// A product takes one row of activations at a time.
  @inline(__always) static var pairsRows: Bool { false }

  /// Requantization by floats takes half the instructions of that by integers.
  @inline(__always) static var scalesByFloats: Bool { true }
}

typealias EntryPoints = AVX2

/// What 8-bit weights are packed for, but for those of depthwise convolutions.
typealias ConvolutionDot = Int16Pairs

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let products = Builtin.int_x86_avx2_pmadd_wd(
    cast(x, to: Int16Vector.self)._storage._value, cast(w, to: Int16Vector.self)._storage._value)
  return sums &+ cast(products, to: Int32Vector.self)
}
#endif
