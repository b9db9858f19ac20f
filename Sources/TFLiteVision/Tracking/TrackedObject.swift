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
