/// The measures of boxes and labels. They grow with the picture, so that annotations look alike on all pictures that are
/// shown at the same size; where most boxes are small, they are smaller, so that they do not hide what they are about.
struct AnnotationStyle: Equatable {
  /// Of a box's edges, in whole pixels.
  var lineWidth: Double
  /// Of the dark rim around boxes and tabs, which separates them from a background of their own color.
  var rimWidth: Double
  /// The size at which labels are set if they find room.
  var fontSize: Double
  /// Labels that find no room are set smaller, down to this size, and then shortened.
  var smallestFontSize: Double

  init(pictureWidth: Int, pictureHeight: Int, boxes annotations: [Annotation] = []) {
    // Long and narrow pictures are measured by their narrow side.
    let (width, height) = (Double(pictureWidth), Double(pictureHeight))
    let whole = min((width * height).squareRoot(), 3 * min(width, height))
    let sides = annotations.map { min($0.width, $0.height) }.filter { $0 > 0 && $0.isFinite }.sorted()
    let side = sides.isEmpty ? whole : sides[sides.count / 2]
    // In steps, since the boxes of a film's next frame are a little larger or smaller.
    let extent = whole * ([1, 0.7, 0.5, 0.35].first { whole * $0 <= 11 * side } ?? 0.35)
    lineWidth = max((extent / 280).rounded(), extent < 100 ? 1 : 2)
    rimWidth = max((lineWidth / 3).rounded(), 1)
    fontSize = max(extent / 42, 11)
    smallestFontSize = max(fontSize * 0.6, 7)
  }
}
