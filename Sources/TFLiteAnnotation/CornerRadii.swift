/// How round the corners of a rectangle are.
struct CornerRadii: Equatable {
  var topLeft: Double
  var topRight: Double
  var bottomLeft: Double
  var bottomRight: Double

  init(all radius: Double) {
    topLeft = radius
    topRight = radius
    bottomLeft = radius
    bottomRight = radius
  }

  /// The corners of a tab. They are round like those of its box, but for the ones that meet the box's line between the
  /// box's own corners: there the edges run on.
  init(of tab: Rectangle, at box: Rectangle, _ style: AnnotationStyle) {
    let radius = min(style.lineWidth * 1.5, tab.height / 4)
    let inside = box.inset(by: style.lineWidth)
    func corner(_ x: Double, _ y: Double) -> Double {
      let isInBox = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
      let isInside = x > inside.left && x < inside.right && y > inside.top && y < inside.bottom
      let isBoxCorner = (x == box.left || x == box.right) && (y == box.top || y == box.bottom)
      return isInBox && !isInside && !isBoxCorner ? 0 : radius
    }
    topLeft = corner(tab.left, tab.top)
    topRight = corner(tab.right, tab.top)
    bottomLeft = corner(tab.left, tab.bottom)
    bottomRight = corner(tab.right, tab.bottom)
  }
}
