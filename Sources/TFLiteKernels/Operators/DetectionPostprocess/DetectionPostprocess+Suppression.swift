/// A box with its edges in the order of the operator's output.
struct Box: Equatable, Sendable {
  let ymin: Float
  let xmin: Float
  let ymax: Float
  let xmax: Float

  /// The area that both boxes cover, divided by the area that either covers; 0 where one of them is empty.
  func intersectionOverUnion(_ other: Box) -> Float {
    let area = (ymax - ymin) * (xmax - xmin)
    let otherArea = (other.ymax - other.ymin) * (other.xmax - other.xmin)
    if area <= 0 || otherArea <= 0 { return 0 }
    let height = max(min(ymax, other.ymax) - max(ymin, other.ymin), 0)
    let width = max(min(xmax, other.xmax) - max(xmin, other.xmin), 0)
    let intersection = height * width
    return intersection / (area + otherArea - intersection)
  }
}

extension DetectionPostprocess {
  /// Non-maximum suppression: the best box wins and removes those that overlap it too much, and so on.
  ///
  /// - Returns: at most `limit` box indices, best first, the lower index first among equals.
  /// - Complexity: O(*n* · (log *n* + *k*)) for *n* boxes above the threshold, *k* of which are selected.
  func suppress(
    _ boxes: [Box], scores: [Float], limit: Int, _ watch: inout StopWatch
  ) throws(RunStopped) -> [Int] {
    var candidates: [Int] = []
    watch.forEachPart(of: scores.indices) { part in
      candidates += part.lazy.filter { scores[$0] >= options.scoreThreshold }
    }
    // The sort is stable, which decides between equal scores.
    candidates = try watch.sorted(candidates) { scores[$0] > scores[$1] }
    var selected: [Int] = []
    var isAlive = Array(repeating: true, count: candidates.count)
    for (rank, candidate) in candidates.enumerated() where isAlive[rank] {
      guard selected.count < limit else { break }
      selected.append(candidate)
      try watch.check(after: 8 * (candidates.count - rank))
      for other in rank + 1..<candidates.count where isAlive[other] {
        let overlap = boxes[candidate].intersectionOverUnion(boxes[candidates[other]])
        if overlap > options.overlapThreshold { isAlive[other] = false }
      }
    }
    return selected
  }
}
