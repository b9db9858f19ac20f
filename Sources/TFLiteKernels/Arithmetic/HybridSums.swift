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

/// The scales of the weights of an operator's output channels, in groups of eight, the last of which is filled up with
/// zeros.
struct WeightScales: Sendable {
  private let groups: [SIMD8<Float>]
  private let channelCount: Int

  /// - Parameter scales: one for each channel, or one for all.
  init(_ scales: [Float], channels: Int) {
    channelCount = channels
    groups = stride(from: 0, to: channels, by: 8).map { first in
      var group = SIMD8<Float>()
      for channel in first..<min(first + 8, channels) {
        group[channel - first] = scales.count == 1 ? scales[0] : scales[channel]
      }
      return group
    }
  }

  @inline(__always)
  func forEachGroup(_ body: (_ group: Int, _ channels: Range<Int>, _ scales: SIMD8<Float>) -> Void) {
    for group in groups.indices {
      body(group, 8 * group..<min(8 * group + 8, channelCount), groups[group])
    }
  }
}
