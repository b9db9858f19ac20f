/// A picture of four quarters, each of one color, which the model of ``ModelSketch/detector(encodings:_:)`` takes apart.
package struct QuarteredPicture: Sendable {
  package let width: Int
  package let height: Int
  /// Red, green and blue of the quarters: top left, top right, bottom left, bottom right.
  package let quarters: [[UInt8]]

  /// Three quarters with a clear score for class 0, 1 and 2, and one that no detector should report.
  package static let threeObjects = QuarteredPicture(
    width: 200, height: 100, quarters: [[224, 0, 0], [0, 128, 0], [0, 0, 192], [5, 5, 5]])

  /// Describes a picture of even width and height.
  package init(width: Int, height: Int, quarters: [[UInt8]]) {
    self.width = width
    self.height = height
    self.quarters = quarters
  }

  /// Red, green, blue, row by row.
  package var pixels: [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in quarters[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] }
    }
  }

  /// A file in the format PPM.
  package var ppm: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }
}
