/// Keeps the best of objects that overlap.
enum NonMaximumSuppression {
  /// The best object of each group of one class whose boxes overlap, best first.
  ///
  /// - Parameter limit: boxes that overlap more, as intersection over union, show the same object.
  static func best(of detections: [RawDetection], overlapLimit limit: Double) -> [RawDetection] {
    var kept: [RawDetection] = []
    for candidate in detections.filter(\.isMeaningful).sorted(by: { $0.score > $1.score }) {
      let isKnown = kept.contains { $0.classIndex == candidate.classIndex && $0.overlap(with: candidate) > limit }
      if !isKnown { kept.append(candidate) }
    }
    return kept
  }

  /// The same, but each object has the mean box of its group, weighted with the scores: the blending of V. Bazarevsky
  /// et al., "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs", 2019.
  static func blended(_ detections: [RawDetection], overlapLimit limit: Double) -> [RawDetection] {
    var left = detections.filter(\.isMeaningful).sorted { $0.score > $1.score }
    var blended: [RawDetection] = []
    while let first = left.first {
      let group = left.filter { $0.classIndex == first.classIndex && ($0.overlap(with: first) > limit || $0 == first) }
      left.removeAll { group.contains($0) }
      let weight = group.reduce(0) { $0 + Double($1.score) }
      func mean(_ edge: KeyPath<RawDetection, Double>) -> Double {
        weight > 0 ? group.reduce(0) { $0 + Double($1.score) * $1[keyPath: edge] } / weight : first[keyPath: edge]
      }
      blended.append(
        RawDetection(
          left: mean(\.left), top: mean(\.top), right: mean(\.right), bottom: mean(\.bottom),
          classIndex: first.classIndex, score: first.score))
    }
    return blended
  }
}

extension RawDetection {
  /// A box around its center.
  init(
    centerX: Double, centerY: Double, width: Double, height: Double, classIndex: Int, score: Float
  ) {
    self.init(
      left: centerX - width / 2, top: centerY - height / 2, right: centerX + width / 2, bottom: centerY + height / 2,
      classIndex: classIndex, score: score)
  }

  /// Intersection over union.
  fileprivate func overlap(with other: RawDetection) -> Double { box.intersectionOverUnion(with: other.box) }

  private var box: BoundingBox { BoundingBox(x: left, y: top, width: right - left, height: bottom - top) }
}
