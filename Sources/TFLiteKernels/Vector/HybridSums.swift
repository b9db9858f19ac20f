/// Sums of products of integers for some channels, at most eight, and what they are to be multiplied with.
struct HybridSums {
  let values: SIMD8<Float>
  let channels: Range<Int>
  let weightScales: SIMD8<Float>
  /// The scale of the activations.
  let scale: Float

  /// The channels' part of a bias; nil where there is none.
  @inline(__always)
  func bias(_ bias: UnsafePointer<Float>?) -> SIMD8<Float>? {
    bias.map { SIMD8(loading: channels.count, from: $0 + channels.lowerBound) }
  }
}
