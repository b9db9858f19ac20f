#if FOR_X86_64 && arch(x86_64)
// Instruction sets that multiply unsigned bytes by signed ones, but add two such products in 16 bits, where they may not fit.
//
// To add 64 products in 32 bits takes eight instructions where 16 bits are multiplied, six where two bytes' products are added
// before they are widened, and five where four are. That is exact as long as no such sum exceeds 16 bits, and how large
// activations may be for that, weights say: 64 at least for sums of four, 80 to 140 for the weights of most layers; 128 at
// least for sums of two. Most activations are near to their zero point. Others are clamped, and what that takes from them
// is multiplied once more: see `ClampedRows`. So results are exact, whatever weights and activations are.
import Builtin

/// Four unsigned 8-bit activations per word, times signed 8-bit weights.
enum ClampedBytes: PackedProduct {
  typealias Weight = Int8
  typealias PackedWords = SIMD4<Int32>

  @inline(__always) static var fetchDistance: Int { BytePairs.fetchDistance }

  @inline(__always) static var isClamped: Bool { true }

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot2(sums, cast(products(words, weights), to: Int32Vector.self), ones)
  }

  /// `sums` plus the products of two words.
  @inline(__always)
  static func accumulate(
    _ sums: Int32Vector, _ words: (Int32Vector, Int32Vector), _ weights: (Int32Vector, Int32Vector)
  ) -> Int32Vector {
    let four = products(words.0, weights.0) &+ products(words.1, weights.1)
    return dot2(sums, cast(four, to: Int32Vector.self), ones)
  }

  /// `sums` plus the products of one word, less those of another one with the same weights, which is 0 wherever the first is not.
  @inline(__always)
  static func accumulate(
    _ sums: Int32Vector, _ words: Int32Vector, less others: Int32Vector, _ weights: Int32Vector
  ) -> Int32Vector {
    let difference = products(words, weights) &- products(others, weights)
    return dot2(sums, cast(difference, to: Int32Vector.self), ones)
  }

  /// `x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of unsigned bytes of x and signed bytes of w, saturated to 16 bits (vpmaddubsw).
  @inline(__always) static func products(_ x: Int32Vector, _ w: Int32Vector) -> Int16Vector {
    cast(
      Builtin.int_x86_avx2_pmadd_ub_sw(
        cast(x, to: ByteVector.self)._storage._value, cast(w, to: ByteVector.self)._storage._value),
      to: Int16Vector.self)
  }

  /// 1 in each 16 bits.
  @inline(__always) static var ones: Int32Vector { cast(Int16Vector(repeating: 1), to: Int32Vector.self) }
}

/// What 8-bit weights are packed for where clamping is worth it.
typealias ClampedDot = ClampedBytes
#endif
