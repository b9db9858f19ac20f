/// What a tracker remembers of one object.
struct Track: Sendable {
  /// nil until the object has been seen often enough.
  var id: Int?
  /// The motion up to the present frame.
  var filter: BoxFilter
  /// What was seen last, and when.
  private(set) var detection: Detection
  private(set) var lastSeen: Duration
  /// In how many frames the object was seen.
  private(set) var sightings = 1
  /// In how many more frames than usual it has to be seen before it gets an id.
  private(set) var doubt = 0
  /// The id that it gets then, if nothing else has it.
  private(set) var formerID: Int?
  /// Where among the present frame's detections it was seen.
  private(set) var detectionIndex: Int?

  init(_ detection: Detection, index: Int, at time: Duration) {
    filter = BoxFilter(detection.box)
    self.detection = detection
    lastSeen = time
    detectionIndex = index
  }

  /// Supposes that an object that was seen once, a frame ago, has moved far.
  ///
  /// - Parameter elapsed: seconds since then.
  init(_ track: Track, movedTo detection: Detection, index: Int, at time: Duration, after elapsed: Double) {
    self.init(detection, index: index, at: time)
    filter = BoxFilter(detection.box, before: track.detection.box, after: elapsed)
    sightings = 2
    doubt = 1
    formerID = track.id
  }

  /// Goes on to the next frame.
  mutating func predict(after time: Double) {
    filter.predict(after: time)
    detectionIndex = nil
  }

  /// The object was seen again.
  mutating func update(with detection: Detection, index: Int, at time: Duration) {
    filter.update(with: detection.box)
    self.detection = detection
    lastSeen = time
    sightings += 1
    detectionIndex = index
  }

  var isSeen: Bool { detectionIndex != nil }
  var isConfirmed: Bool { id != nil }

  /// The object in the present frame: as it was seen, or as it is expected.
  func object(id: Int) -> TrackedObject {
    let present =
      isSeen
      ? detection
      : Detection(
        label: detection.label, classIndex: detection.classIndex, score: detection.score, box: filter.box)
    return TrackedObject(id: id, detection: present, detectionIndex: detectionIndex)
  }
}
