/// How far all objects together are off from where they were expected: the camera was turned, or shook.
///
/// Found from boxes alone, as the median of many displacements. It is no motion of the objects: it is taken out of
/// their boxes before they are associated, and their velocities do not learn from it.
struct CameraMotion: Equatable, Sendable {
  private(set) var x = 0.0
  private(set) var y = 0.0

  /// Fewer objects could as well have turned together.
  static let fewestObjects = 3

  /// The motion that most pairs of an expected and a seen box agree on; none where they do not.
  init(_ pairs: [(expected: BoundingBox, seen: BoundingBox)]) {
    guard pairs.count >= Self.fewestObjects else { return }
    x = Self.common(pairs.map { $0.seen.x + $0.seen.width / 2 - $0.expected.x - $0.expected.width / 2 })
    y = Self.common(pairs.map { $0.seen.y + $0.seen.height / 2 - $0.expected.y - $0.expected.height / 2 })
  }

  /// The median, where it is larger than half of the deviations from it.
  private static func common(_ displacements: [Double]) -> Double {
    let median = median(displacements)
    return abs(median) > Self.median(displacements.map { abs($0 - median) }) ? median : 0
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
