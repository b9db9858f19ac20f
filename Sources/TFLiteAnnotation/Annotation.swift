/// A box to be drawn on a picture, and the text that belongs to it.
public struct Annotation: Sendable, Equatable {
  /// The left edge in pixels; 0 is the left edge of the picture.
  public var x: Double
  /// The upper edge in pixels; 0 is the upper edge of the picture.
  public var y: Double
  /// In pixels.
  public var width: Double
  /// In pixels.
  public var height: Double
  /// What stands in the tab at the box, on one line; where it is empty, there is no tab.
  public var label: String
  /// Which color of the ``AnnotationPalette``: the same class should have the same number in all pictures.
  public var colorIndex: Int

  /// Points that are marked with dots, such as the eyes of a face.
  public var points: [Point]

  /// A point of the picture, in pixels.
  public struct Point: Sendable, Equatable {
    /// From the left edge.
    public var x: Double
    /// From the upper edge.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// Makes an annotation.
  public init(
    x: Double, y: Double, width: Double, height: Double, label: String, colorIndex: Int, points: [Point] = []
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.label = label
    self.colorIndex = colorIndex
    self.points = points
  }
}
