/// How the best of many candidates that show one object is found.
public struct Suppression: Sendable, Equatable {
  /// Of two boxes of one class that overlap more, as intersection over union, the one with the lower score is left out.
  public var overlapLimit: Double
  /// Candidates with a lower score are never looked at: they are noise, and too many to compare.
  public var scoreLimit: Float
  /// No more candidates, the best ones, are compared.
  public var maxCandidates: Int

  /// Describes a suppression.
  public init(overlapLimit: Double, scoreLimit: Float = 0.05, maxCandidates: Int = 30_000) {
    self.overlapLimit = overlapLimit
    self.scoreLimit = scoreLimit
    self.maxCandidates = maxCandidates
  }

  /// The best object of each group of one class whose boxes overlap, best first; of equal ones the first.
  ///
  /// What is no number is left out.
  public func best(of candidates: [RawDetection]) -> [RawDetection] {
    var kept: [RawDetection] = []
    // By class: an object is compared with its own class only.
    var places: [Int: [Int]] = [:]
    for candidate in ranked(candidates) {
      let rivals = places[candidate.classIndex] ?? []
      if rivals.contains(where: { kept[$0].overlap(with: candidate) > overlapLimit }) { continue }
      places[candidate.classIndex, default: []].append(kept.count)
      kept.append(candidate)
    }
    return kept
  }

  /// The same, but each object has the mean box and key points of its group, weighted with the scores.
  ///
  /// Source: the blending of V. Bazarevsky et al., "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs",
  /// 2019; `non_max_suppression_calculator.cc` of MediaPipe, WEIGHTED.
  public func blended(_ candidates: [RawDetection]) -> [RawDetection] {
    var left = ranked(candidates)
    var blended: [RawDetection] = []
    while let first = left.first {
      var group: [RawDetection] = []
      var rest: [RawDetection] = []
      for (index, candidate) in left.enumerated() {
        let isSame =
          index == 0
          || candidate.classIndex == first.classIndex && candidate.overlap(with: first) > overlapLimit
        if isSame { group.append(candidate) } else { rest.append(candidate) }
      }
      left = rest
      blended.append(Self.mean(of: group, like: first))
    }
    return blended
  }

  private func ranked(_ candidates: [RawDetection]) -> [RawDetection] {
    let order = candidates.indices.filter { candidates[$0].isMeaningful && candidates[$0].score >= scoreLimit }
      .sorted { (candidates[$1].score, $0) < (candidates[$0].score, $1) }
    return order.prefix(max(0, maxCandidates)).map { candidates[$0] }
  }

  private static func mean(of group: [RawDetection], like first: RawDetection) -> RawDetection {
    let weight = group.reduce(0) { $0 + Double($1.score) }
    guard group.count > 1, weight > 0 else { return first }
    func mean(_ value: (RawDetection) -> Double) -> Double {
      group.reduce(0) { $0 + Double($1.score) * value($1) } / weight
    }
    return RawDetection(
      left: mean(\.left), top: mean(\.top), right: mean(\.right), bottom: mean(\.bottom),
      classIndex: first.classIndex, score: first.score,
      keypoints: first.keypoints.indices.map { point in
        RawDetection.Point(x: mean { $0.keypoints[point].x }, y: mean { $0.keypoints[point].y })
      })
  }
}
