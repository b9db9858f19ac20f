/// Follows objects from frame to frame: gives each detection of a frame the id of the object that it shows.
///
/// A tracker looks at boxes, scores and classes alone, so it works with any detector. Objects are expected to move with
/// nearly constant velocity; the time between frames may change. What the detector misses for a moment is given where it
/// should be; what is hidden for longer keeps its id if it comes back in time.
///
/// ```swift
/// var tracker = try ObjectTracker()
/// for (frame, time) in frames {
///   let detections = try detector.detect(in: frame, scoreThreshold: 0.1).detections
///   for object in try tracker.update(detections, at: time) {
///     print(object.id, object.detection.label ?? "?", object.detection.box)
///   }
/// }
/// ```
///
/// SORT, ByteTrack and Deep SORT are its models. Three things are different: time is real time and not a count of frames;
/// objects that come back where overlap says nothing are found by the uncertainty of their motion; and what all objects
/// have in common is taken for a motion of the camera.
public struct ObjectTracker: Sendable {
  /// What counts as the same object.
  public let options: Options

  private var tracks: [Track] = []
  private var nextID = 0
  private var previous: Duration?

  /// Makes a tracker that has not seen anything.
  ///
  /// - Throws: ``VisionError/invalidTrackingOption(name:value:expected:)``.
  public init(options: Options = Options()) throws(VisionError) {
    try options.check()
    self.options = options
  }

  /// Takes the detections of the next frame.
  ///
  /// - Parameters:
  ///   - detections: all with a score of ``Options/lowScore`` or more, in any order. Boxes without area, and what is not
  ///     a number, belong to no object.
  ///   - time: when the frame was taken, from any beginning.
  /// - Returns: the objects that are in the frame: those that were seen in the order of the detections, then those that
  ///   were missed, by id.
  /// - Throws: ``VisionError/timeDoesNotIncrease(previous:given:)``; the tracker is as it was.
  public mutating func update(_ detections: [Detection], at time: Duration) throws(VisionError) -> [TrackedObject] {
    let isFirst = previous == nil
    let previous = previous ?? time
    guard isFirst || time > previous else { throw .timeDoesNotIncrease(previous: previous, given: time) }
    self.previous = time

    tracks.removeAll { time.since($0.lastSeen) > options.memory }
    let elapsed = time.since(previous) / .seconds(1)
    for index in tracks.indices { tracks[index].predict(after: elapsed) }
    var association = Association(detections, options)
    let camera = association.cameraMotion(tracks)
    for index in tracks.indices { tracks[index].filter.shift(by: camera) }
    let new = association.update(&tracks, at: time, previous: previous)
    let leaps = association.leaps(tracks, new, previous: previous)
    tracks.removeAll { !$0.isConfirmed && !$0.isSeen }
    tracks += new.map { Track(detections[$0], index: $0, at: time) }
    // Either is a supposition: what the next frame shows decides.
    tracks += leaps.map {
      Track($0.track, movedTo: detections[$0.detection], index: $0.detection, at: time, after: elapsed)
    }
    confirm(all: isFirst)
    tracks.removeAll { !$0.isConfirmed && !$0.isSeen }
    return objects(at: time)
  }

  /// Gives ids to objects that have been seen often enough.
  private mutating func confirm(all: Bool) {
    for index in tracks.indices where !tracks[index].isConfirmed {
      let track = tracks[index]
      guard all || track.sightings - track.doubt >= options.confirmingFrames else { continue }
      if let id = track.formerID, let former = tracks.firstIndex(where: { $0.id == id }), !tracks[former].isSeen {
        tracks[former].id = nil
        tracks[index].id = id
        continue
      }
      tracks[index].id = nextID
      nextID += 1
    }
  }

  private func objects(at time: Duration) -> [TrackedObject] {
    tracks.compactMap { track in
      guard let id = track.id, track.isSeen || time.since(track.lastSeen) <= options.coastingTime else { return nil }
      return track.object(id: id)
    }
    .sorted { ($0.detectionIndex ?? .max, $0.id) < ($1.detectionIndex ?? .max, $1.id) }
  }
}
