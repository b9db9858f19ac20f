/// An object that is followed from frame to frame.
public struct TrackedObject: Equatable, Sendable {
  /// The same in all frames, and of no other object: 0, 1, 2, …, in the order in which the objects were found.
  public let id: Int
  /// What the detector has seen; where it has missed the object, what it saw last, in the box where the object should be
  /// by now.
  public let detection: Detection
  /// Which of the frame's detections this is; nil where the detector has missed the object.
  public let detectionIndex: Int?
}

extension TrackedObject {
  /// What of the object is in a picture; nil where it is outside, as an object that has just left is expected to be.
  ///
  /// - Parameters:
  ///   - width: of the picture, in pixels.
  ///   - height: of the picture, in pixels.
  public func visible(inWidth width: Int, height: Int) -> TrackedObject? {
    let box = detection.box
    let part = BoundingBox(
      from: (box.x, box.y), to: (box.x + box.width, box.y + box.height), within: (width, height))
    guard part.width > 0, part.height > 0 else { return nil }
    let visible = Detection(
      label: detection.label, classIndex: detection.classIndex, score: detection.score, box: part)
    return TrackedObject(id: id, detection: visible, detectionIndex: detectionIndex)
  }
}
