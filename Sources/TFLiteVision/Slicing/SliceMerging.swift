/// Makes one object of what several parts of a picture show of it.
///
/// Greedy: the best object takes in all others of its class that share at least half of the smaller one's area with it,
/// and its box becomes the smallest that holds all of them; then the best of the rest, and so on. Source: the method
/// GREEDYNMM with the metric IOS of SAHI.
struct SliceMerging {
  /// Of the smaller area.
  var overlapLimit = 0.5

  /// The objects, best first; of equal ones the first.
  func merged(_ detections: [Detection]) -> [Detection] {
    var left = detections.indices.sorted { (detections[$1].score, $0) < (detections[$0].score, $1) }
      .map { detections[$0] }
    var merged: [Detection] = []
    while let best = left.first {
      var box = best.box
      var rest: [Detection] = []
      for other in left.dropFirst() {
        guard other.classIndex == best.classIndex, best.box.intersectionOverSmaller(with: other.box) >= overlapLimit
        else {
          rest.append(other)
          continue
        }
        if box.intersectionOverSmaller(with: other.box) >= overlapLimit { box = box.union(other.box) }
      }
      merged.append(
        Detection(
          label: best.label, classIndex: best.classIndex, score: best.score, box: box, keypoints: best.keypoints))
      left = rest
    }
    return merged
  }
}

extension BoundingBox {
  /// The area that both boxes cover, divided by the area of the smaller one; 0 to 1.
  func intersectionOverSmaller(with other: BoundingBox) -> Double {
    let commonWidth = min(x + width, other.x + other.width) - max(x, other.x)
    let commonHeight = min(y + height, other.y + other.height) - max(y, other.y)
    guard commonWidth > 0, commonHeight > 0 else { return 0 }
    return commonWidth * commonHeight / min(width * height, other.width * other.height)
  }

  /// The smallest box that holds both.
  fileprivate func union(_ other: BoundingBox) -> BoundingBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
    return BoundingBox(x: left, y: top, width: right - left, height: bottom - top)
  }
}
