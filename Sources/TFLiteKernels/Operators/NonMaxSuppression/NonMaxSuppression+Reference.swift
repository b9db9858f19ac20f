import TFLiteElementaryFunctions

/// The specification of NON_MAX_SUPPRESSION_V4 and V5, with the Gaussian penalty of Bodla et al., "Soft-NMS: Improving
/// Object Detection With One Line of Code" (2017).
///
/// Source: `tflite/kernels/internal/reference/non_max_suppression.h`. Boxes of equal score come in the order in which
/// libstdc++'s heap functions leave them.
extension NonMaxSuppression {
  private struct Candidate {
    let index: Int
    var score: Float
    /// The selected boxes before this one have been looked at.
    var compared = 0
  }

  func runReference(_ call: OperatorCall) throws {
    let selected = try select(
      call, overlapThreshold: call.input(3, as: Float.self)[0], scoreThreshold: call.input(4, as: Float.self)[0],
      sigma: try sigmaValue(call))
    call.forEachPart(of: 0..<limit) { part in
      for rank in part {
        call.output(0, as: Int32.self)[rank] =
          rank < selected.count ? Int32(truncatingIfNeeded: selected[rank].index) : 0
      }
    }
    if sigma != nil {
      call.forEachPart(of: 0..<limit) { part in
        for rank in part {
          call.output(1, as: Float.self)[rank] = rank < selected.count ? selected[rank].score : 0
        }
      }
    }
    call.output(sigma == nil ? 1 : 2, as: Int32.self)[0] = Int32(truncatingIfNeeded: selected.count)
  }

  private func sigmaValue(_ call: OperatorCall) throws -> Float {
    guard let sigma else { return 0 }
    let value = call.input(5, as: Float.self)[0]
    guard value >= 0 else { throw KernelError.value(identity, sigma, "holds \(value), expected 0 or more") }
    return value
  }

  private func select(
    _ call: OperatorCall, overlapThreshold: Float, scoreThreshold: Float, sigma: Float
  ) throws -> [Candidate] {
    var watch = call.stopWatch
    var queue = BinaryHeap<Candidate> { $0.score < $1.score }
    for index in 0..<boxCount {
      try watch.check(after: 1)
      guard call.input(1, as: Float.self)[index] > scoreThreshold else { continue }
      try watch.check(after: 64)
      queue.push(Candidate(index: index, score: call.input(1, as: Float.self)[index]))
    }
    let wanted = min(queue.count, limit)
    guard wanted > 0 else { return [] }
    let boxes = call.input(0, as: Float.self)
    let scale = sigma > 0 ? -0.5 / sigma : 0
    var selected: [Candidate] = []
    while selected.count < wanted, var candidate = queue.popTop() {
      // What the heap has taken, and at most so many comparisons.
      try watch.check(after: 64 + 8 * (selected.count - candidate.compared))
      let before = candidate.score
      let isDropped = suppress(
        &candidate, by: selected, boxes, overlapThreshold: overlapThreshold, scoreThreshold: scoreThreshold,
        scale: scale)
      candidate.compared = selected.count
      guard !isDropped else { continue }
      if candidate.score == before { selected.append(candidate) }
      // Also one that has just been selected: its own overlap drops it the next time.
      if candidate.score > scoreThreshold { queue.push(candidate) }
    }
    return selected
  }

  /// Compares a box with those selected since the last time, the latest first, and lowers its score.
  ///
  /// - Returns: whether the box overlaps one of them too much.
  private func suppress(
    _ candidate: inout Candidate, by selected: [Candidate], _ boxes: UnsafePointer<Float>, overlapThreshold: Float,
    scoreThreshold: Float, scale: Float
  ) -> Bool {
    let box = Box(corners: boxes + 4 * candidate.index)
    for other in selected[candidate.compared...].reversed() {
      let overlap = box.intersectionOverUnion(Box(corners: boxes + 4 * other.index))
      if overlap >= overlapThreshold { return true }
      if scale != 0 { candidate.score *= ElementaryFunctions.exp(scale * overlap * overlap) }
      if candidate.score <= scoreThreshold { break }
    }
    return false
  }
}

extension Box {
  /// The box between two opposite corners (y, x, y, x).
  fileprivate init(corners: UnsafePointer<Float>) {
    self.init(
      ymin: Swift.min(corners[0], corners[2]), xmin: Swift.min(corners[1], corners[3]),
      ymax: Swift.max(corners[0], corners[2]), xmax: Swift.max(corners[1], corners[3]))
  }
}
