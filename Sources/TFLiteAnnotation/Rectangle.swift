/// A rectangle in pixels of the picture.
struct Rectangle: Equatable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The area that both cover.
  func overlap(with other: Rectangle) -> Double {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// The same rectangle, smaller by a distance on each side.
  func inset(by distance: Double) -> Rectangle {
    Rectangle(left: left + distance, top: top + distance, right: right - distance, bottom: bottom - distance)
  }
}
