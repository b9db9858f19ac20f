import Foundation

/// One object in a picture.
public struct Object: Sendable, Equatable {
  /// Where the object is, in pixels of the upright picture.
  public let frame: CGRect
  /// The number that the object keeps from frame to frame, 0 or more; nil in ``ObjectDetectorMode/singleImage``.
  public let trackingID: NSNumber?
  /// What the object may be, best first; empty unless classification is enabled.
  public let labels: [ObjectLabel]
  /// What the detector itself says about the object: its class, its score and its box.
  public let detection: Detection

  /// Describes an object.
  ///
  /// - Parameters:
  ///   - detection: what the detector says.
  ///   - trackingID: nil where objects are not tracked.
  ///   - labels: what a classifier says.
  public init(_ detection: Detection, trackingID: Int? = nil, labels: [ObjectLabel] = []) {
    frame = CGRect(detection.box)
    self.trackingID = trackingID.map { NSNumber(value: $0) }
    self.labels = labels
    self.detection = detection
  }
}

/// What an object may be.
public struct ObjectLabel: Sendable, Equatable {
  /// The name of the class; empty where the classifier has no names.
  public let text: String
  /// How sure the classifier is, 0 to 1.
  public let confidence: Float
  /// The class as the classifier counts it.
  public let index: Int

  /// Describes a label.
  public init(text: String, confidence: Float, index: Int) {
    self.text = text
    self.confidence = confidence
    self.index = index
  }
}

extension CGRect {
  /// The same rectangle.
  public init(_ box: BoundingBox) { self.init(x: box.x, y: box.y, width: box.width, height: box.height) }
}
