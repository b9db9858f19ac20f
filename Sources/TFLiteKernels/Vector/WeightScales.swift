/// The scales of the weights of an operator's output channels, in groups of eight.
struct WeightScales: Sendable {
  private let groups: [SIMD8<Float>]
  private let channelCount: Int

  /// - Parameter scales: one for each channel, or one for all.
  init(_ scales: [Float], channels: Int) {
    channelCount = channels
    groups = (scales.count == 1 ? Array(repeating: scales[0], count: channels) : scales).inGroupsOfEight
  }

  @inline(__always)
  func forEachGroup(_ body: (_ group: Int, _ channels: Range<Int>, _ scales: SIMD8<Float>) -> Void) {
    for group in groups.indices {
      body(group, 8 * group..<min(8 * group + 8, channelCount), groups[group])
    }
  }
}

extension Array where Element: SIMDScalar & Numeric {
  /// The elements as vectors, the last of which is filled up with zeros.
  var inGroupsOfEight: [SIMD8<Element>] {
    stride(from: 0, to: count, by: 8).map { first in
      var group = SIMD8<Element>(repeating: 0)
      for index in first..<Swift.min(first + 8, count) { group[index - first] = self[index] }
      return group
    }
  }
}
