import Foundation

/// One object that a detector has found.
public struct Detection: Equatable, Sendable {
  /// The name of the class; nil where no labels are known.
  public let label: String?
  /// The class as the model counts it, from 0, without a background class.
  public let classIndex: Int
  /// How sure the model is, usually 0 to 1.
  public let score: Float
  /// Where the object is, in pixels of the picture, within its edges.
  public let box: BoundingBox
  /// Points of the object that the model finds, such as the eyes of a face; none with most models.
  public let keypoints: [Keypoint]

  /// Describes an object.
  public init(label: String?, classIndex: Int, score: Float, box: BoundingBox, keypoints: [Keypoint] = []) {
    self.label = label
    self.classIndex = classIndex
    self.score = score
    self.box = box
    self.keypoints = keypoints
  }
}

/// A point of an object that a detector has found.
public struct Keypoint: Equatable, Sendable {
  /// What the point is; nil where nobody knows.
  public let name: String?
  /// In pixels of the picture, from its left edge; may lie outside of it.
  public let x: Double
  /// In pixels of the picture, from its top edge; may lie outside of it.
  public let y: Double

  /// Describes a point.
  public init(name: String? = nil, x: Double, y: Double) {
    self.name = name
    self.x = x
    self.y = y
  }
}

/// A rectangle in pixels of a picture; the origin is its top left corner.
public struct BoundingBox: Equatable, Sendable {
  /// The left edge.
  public let x: Double
  /// The top edge.
  public let y: Double
  /// The distance from the left to the right edge; 0 or more.
  public let width: Double
  /// The distance from the top to the bottom edge; 0 or more.
  public let height: Double

  /// A rectangle with the given edges.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension BoundingBox {
  /// The same rectangle.
  public init(_ rectangle: CGRect) {
    self.init(
      x: Double(rectangle.minX), y: Double(rectangle.minY), width: Double(rectangle.width),
      height: Double(rectangle.height))
  }

  /// With more on each side: a part of the width on the left and on the right, of the height above and below.
  func enlarged(by part: Double) -> BoundingBox {
    let (right, below) = (part * width, part * height)
    guard part > 0, right.isFinite, below.isFinite else { return self }
    return BoundingBox(x: x - right, y: y - below, width: width + 2 * right, height: height + 2 * below)
  }

  /// The rectangle between two corners, cut off at the edges of a picture.
  init(from topLeft: (x: Double, y: Double), to bottomRight: (x: Double, y: Double), within size: (Int, Int)) {
    let left = min(max(topLeft.x, 0), Double(size.0))
    let top = min(max(topLeft.y, 0), Double(size.1))
    let right = min(max(bottomRight.x, left), Double(size.0))
    let bottom = min(max(bottomRight.y, top), Double(size.1))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
