#if FOR_X86_64 && arch(x86_64)
import Builtin

/// The greatest and the least that sums of weights can be where any of the activations are 0, in each 16 bits.
struct WeightExtremes {
  private var greatest = Int16Vector()
  private var least = Int16Vector()

  /// Of no weights.
  init() {}

  /// Of two weights each.
  @inline(__always) init(_ words: Int32Vector) {
    let ones = cast(ByteVector(repeating: 1), to: Int32Vector.self)
    let bytes = cast(words, to: ByteVector.self)._storage._value
    let zeros = ByteVector()._storage._value
    greatest = ClampedBytes.products(ones, cast(Builtin.int_smax_Vec32xInt8(bytes, zeros), to: Int32Vector.self))
    least = ClampedBytes.products(ones, cast(Builtin.int_smin_Vec32xInt8(bytes, zeros), to: Int32Vector.self))
  }

  /// Of the weights of both.
  @inline(__always) static func &+ (a: WeightExtremes, b: WeightExtremes) -> WeightExtremes {
    var sums = WeightExtremes()
    (sums.greatest, sums.least) = (a.greatest &+ b.greatest, a.least &+ b.least)
    return sums
  }

  /// Of either.
  @inline(__always) mutating func include(_ other: WeightExtremes) {
    greatest = maximum(greatest, other.greatest)
    least = minimum(least, other.least)
  }

  /// The largest activation whose products with them fit 16 bits.
  @inline(__always) var reach: UInt8 {
    let most = Int32(Int16(Builtin.int_vector_reduce_smax_Vec16xInt16(greatest._storage._value)))
    let fewest = Int32(Int16(Builtin.int_vector_reduce_smin_Vec16xInt16(least._storage._value)))
    return UInt8(clamping: min(Int32(Int16.max) / max(most, 1), Int32(Int16.min) / min(fewest, -1)))
  }
}
#endif
