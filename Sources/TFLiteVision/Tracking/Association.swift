/// Finds out which detection of a frame shows which object.
///
/// Two passes, as in ByteTrack (Y. Zhang et al., "ByteTrack: Multi-Object Tracking by Associating Every Detection Box",
/// 2022): first detections with high scores and all objects, then detections with low scores and the objects that were
/// missed only now. In both, boxes go together so that the sum of their overlaps is greatest. Then what is left of
/// the high scores goes with objects that may be anywhere within the uncertainty of their motion.
struct Association {
  private let detections: [Detection]
  private let options: ObjectTracker.Options
  /// Detections that may begin or continue objects, and those that may only continue some.
  private var high: [Int]
  private var low: [Int]

  init(_ detections: [Detection], _ options: ObjectTracker.Options) {
    self.detections = detections
    self.options = options
    let meaningful = detections.indices.filter { detections[$0].isMeaningful }
    high = meaningful.filter { detections[$0].score >= options.highScore }
    low = meaningful.filter { (options.lowScore..<max(options.lowScore, options.highScore)) ~= detections[$0].score }
  }

  /// Continues the tracks with what was seen.
  ///
  /// - Parameters:
  ///   - tracks: all, at the places where they are expected now.
  ///   - previous: the time of the frame before.
  /// - Returns: the detections that belong to no track and may begin one.
  mutating func update(_ tracks: inout [Track], at time: Duration, previous: Duration) -> [Int] {
    let confirmed = tracks.indices.filter { tracks[$0].isConfirmed }
    match(&high, confirmed, of: &tracks, at: time, limit: 1 - options.minimumOverlap, cost: overlapCost)
    let justMissed = tracks.indices.filter {
      tracks[$0].isConfirmed && !tracks[$0].isSeen && previous.since(tracks[$0].lastSeen) <= options.coastingTime
    }
    match(&low, justMissed, of: &tracks, at: time, limit: 1 - options.minimumLowScoreOverlap, cost: overlapCost)
    let unconfirmed = tracks.indices.filter { !tracks[$0].isConfirmed }
    match(&high, unconfirmed, of: &tracks, at: time, limit: 1 - options.minimumOverlap, cost: overlapCost)
    let lost = tracks.indices.filter { tracks[$0].isConfirmed && !tracks[$0].isSeen }
    match(&high, lost, of: &tracks, at: time, limit: BoxFilter.gate, cost: motionCost)
    return high.filter { detections[$0].score >= options.newObjectScore }
  }

  /// Objects that were seen once, in the frame before, and may now be where they were not expected: what is fast moves by
  /// more than its own size, and its velocity is unknown yet. A third sighting will tell.
  ///
  /// - Parameters:
  ///   - tracks: all, after the update.
  ///   - new: the detections that belong to no track.
  ///   - previous: the time of the frame before.
  func leaps(_ tracks: [Track], _ new: [Int], previous: Duration) -> [(track: Track, detection: Int)] {
    let once = tracks.filter { $0.sightings == 1 && !$0.isSeen && $0.lastSeen == previous }
    guard !once.isEmpty, !new.isEmpty else { return [] }
    let pairs = Assignment(rows: once.count, columns: new.count, limit: Self.farthestLeap) { row, column in
      leapCost(once[row].detection, detections[new[column]])
    }
    return pairs.columns.enumerated().compactMap { row, column in column.map { (once[row], new[$0]) } }
  }

  /// In sizes of the box; from one frame to the next.
  private static let farthestLeap = 4.0

  /// The distance in sizes, of boxes that can be those of one object.
  private func leapCost(_ before: Detection, _ detection: Detection) -> Double {
    let (old, new) = (before.box, detection.box)
    guard before.classIndex == detection.classIndex || options.classConsistency == .ignored,
      max(old.width, new.width) <= 1.5 * min(old.width, new.width),
      max(old.height, new.height) <= 1.5 * min(old.height, new.height)
    else { return .infinity }
    let (x, y) = (new.centerX - old.centerX, new.centerY - old.centerY)
    return (x * x + y * y).squareRoot() / old.size
  }

  /// What the camera did since the frame before.
  func cameraMotion(_ tracks: [Track]) -> CameraMotion {
    let confirmed = tracks.filter(\.isConfirmed)
    guard min(confirmed.count, high.count) >= CameraMotion.fewestObjects else { return CameraMotion([]) }
    let pairs = Assignment(rows: confirmed.count, columns: high.count, limit: 1 - options.minimumOverlap) {
      row, column in
      overlapCost(confirmed[row], detections[high[column]])
    }
    return CameraMotion(
      pairs.columns.enumerated().compactMap { row, column in
        column.map { (confirmed[row].filter.box, detections[high[$0]].box) }
      })
  }

  /// Takes the best pairs out of the candidates.
  private func match(
    _ candidates: inout [Int], _ chosen: [Int], of tracks: inout [Track], at time: Duration, limit: Double,
    cost: (Track, Detection) -> Double
  ) {
    guard !candidates.isEmpty, !chosen.isEmpty else { return }
    let pairs = Assignment(rows: chosen.count, columns: candidates.count, limit: limit) { row, column in
      cost(tracks[chosen[row]], detections[candidates[column]])
    }
    var taken: Set<Int> = []
    for (row, column) in pairs.columns.enumerated() {
      guard let column else { continue }
      let index = candidates[column]
      tracks[chosen[row]].update(with: detections[index], index: index, at: time)
      taken.insert(index)
    }
    candidates.removeAll(where: taken.contains)
  }

  private func overlapCost(_ track: Track, _ detection: Detection) -> Double {
    // Who walks in front of a missed object is no more than near the place where that one is expected.
    guard track.filter.squaredDistance(to: detection.box) < BoxFilter.farthest else { return .infinity }
    let cost = 1 - track.filter.box.intersectionOverUnion(with: detection.box)
    guard track.detection.classIndex != detection.classIndex else { return cost }
    return switch options.classConsistency {
    case .required: .infinity
    case .preferred: cost + 0.3
    case .ignored: cost
    }
  }

  /// After a while, only the same class is evidence enough.
  private func motionCost(_ track: Track, _ detection: Detection) -> Double {
    guard track.detection.classIndex == detection.classIndex || options.classConsistency == .ignored else {
      return .infinity
    }
    return track.filter.squaredDistance(to: detection.box)
  }
}

extension Detection {
  /// Whether the box covers something, and all is numbers.
  fileprivate var isMeaningful: Bool {
    !score.isNaN && box.width > 0 && box.height > 0
      && [box.x, box.y, box.width, box.height].allSatisfy { abs($0) < 1e9 }
  }
}
