/// The measures of boxes and labels. They grow with the picture, so that annotations look alike on all pictures that are
/// shown at the same size.
struct AnnotationStyle: Equatable {
  /// Of a box's edges, in whole pixels.
  var lineWidth: Double
  /// Of the dark rim around boxes and tabs, which separates them from a background of their own color.
  var rimWidth: Double
  /// The size at which labels are set if they find room.
  var fontSize: Double
  /// Labels that find no room are set smaller, down to this size, and then shortened.
  var smallestFontSize: Double

  init(pictureWidth: Int, pictureHeight: Int) {
    // Long and narrow pictures are measured by their narrow side.
    let (width, height) = (Double(pictureWidth), Double(pictureHeight))
    let extent = min((width * height).squareRoot(), 3 * min(width, height))
    lineWidth = max((extent / 280).rounded(), extent < 100 ? 1 : 2)
    rimWidth = max((lineWidth / 3).rounded(), 1)
    fontSize = max(extent / 42, 11)
    smallestFontSize = max(fontSize * 0.6, 7)
  }
}
