/// The way that something took through the pictures of a video.
public struct Trail: Sendable, Equatable {
  /// A place in pixels of the picture.
  public struct Point: Sendable, Equatable {
    /// From the left edge.
    public var x: Double
    /// From the upper edge.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The places, from the oldest to the present one.
  public var points: [Point]
  /// Which color of the ``AnnotationPalette``.
  public var colorIndex: Int

  /// Makes a trail.
  public init(points: [Point], colorIndex: Int) {
    self.points = points
    self.colorIndex = colorIndex
  }

  /// The points that can be drawn: numbers, no farther away than the drawing library counts.
  var drawablePoints: [Point] { points.filter { abs($0.x) < 1e6 && abs($0.y) < 1e6 } }
}
