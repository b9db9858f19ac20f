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
  @inline(__always) static var scalesClampedByFloats: Bool { true }
}

typealias EntryPoints = AVX2

/// Two 16-bit activations per word, times 8-bit weights that are widened where a tile loads them, in a single instruction.
/// That is half of what `Int16Pairs` has to bring from memory.
enum BytePairs: PackedProduct {
  typealias Weight = Int8
  typealias WeightWord = Int16
  typealias WeightVector = SIMD16<Int8>
  typealias PackedWords = SIMD8<Int16>

  /// Saves up to a quarter of the time of 1 to 4 rows where weights are in no cache, and costs nothing where they are.
  @inline(__always) static var fetchDistance: Int { 2048 }

  @inline(__always) static func widen(_ weights: SIMD16<Int8>) -> Int32Vector {
    cast(Builtin.sext_Vec16xInt8_Vec16xInt16(weights._storage._value), to: Int32Vector.self)
  }

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot2(sums, words, weights)
  }
}

/// What 8-bit weights are packed for, but for those of depthwise convolutions, and of deep ones: see `ClampedBytes`.
typealias ConvolutionDot = BytePairs

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let products = Builtin.int_x86_avx2_pmadd_wd(
    cast(x, to: Int16Vector.self)._storage._value, cast(w, to: Int16Vector.self)._storage._value)
  return sums &+ cast(products, to: Int32Vector.self)
}
#endif
