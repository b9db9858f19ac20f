/// A picture that was fitted into a frame without changing its proportions, and the way back to its coordinates.
public struct Letterbox: Sendable, Equatable {
  /// The frame: the picture in the middle, the rest filled with one color.
  public let image: Image
  /// From the frame's coordinates to those of the original.
  public let transform: LetterboxTransform
}

/// Maps between a frame and the picture that was fitted into it. Coordinates are in pixels; those of the upper left
/// corner of the upper left pixel are (0, 0), its center lies at (0.5, 0.5).
public struct LetterboxTransform: Sendable, Equatable {
  /// Columns of the frame per column of the original. It differs from ``scaleY`` by the rounding to whole pixels.
  public let scaleX: Double
  /// Rows of the frame per row of the original.
  public let scaleY: Double
  /// The column of the frame where the picture begins.
  public let offsetX: Double
  /// The row of the frame where the picture begins.
  public let offsetY: Double

  /// The point of the original that lies at a point of the frame. Points in the filled margin lie outside the original.
  public func toOriginal(x: Double, y: Double) -> (x: Double, y: Double) {
    ((x - offsetX) / scaleX, (y - offsetY) / scaleY)
  }

  /// The point of the frame where a point of the original lies.
  public func toFrame(x: Double, y: Double) -> (x: Double, y: Double) {
    (x * scaleX + offsetX, y * scaleY + offsetY)
  }
}

extension Image {
  /// Fits the picture into a frame, as large as it goes with its proportions (to whole pixels), in the middle.
  ///
  /// It is resized as ``resized(toWidth:height:resampling:limits:)`` says. An odd row or column of margin goes to the bottom or
  /// the right.
  ///
  /// - Parameters:
  ///   - frameWidth: Pixels in a row of the frame.
  ///   - frameHeight: Rows of the frame.
  ///   - fill: The color of the margins.
  ///   - resampling: What the new pixels are made of.
  ///   - limits: How many pixels the frame may have.
  /// - Throws: ``ImageError/invalidSize(width:height:)``, ``ImageError/tooLarge(width:height:maximumPixels:)``,
  ///   ``ImageError/outOfMemory(byteCount:)``.
  public func letterboxed(
    toWidth frameWidth: Int, height frameHeight: Int, fill: RGBColor = .black, resampling: Resampling = .bilinear,
    limits: ImageLimits = .standard
  ) throws(ImageError) -> Letterbox {
    try limits.check(width: frameWidth, height: frameHeight)
    let place = LetterboxPlace(width: width, height: height, inWidth: frameWidth, height: frameHeight)
    let (left, top, newWidth, newHeight) = (place.left, place.top, place.width, place.height)
    let content = try resized(toWidth: newWidth, height: newHeight, resampling: resampling, limits: limits)

    let frame = try [UInt8](uninitialized: frameWidth * frameHeight * 3) { frame in
      content.pixels.withUnsafeBufferPointer { content in
        guard let content = content.baseAddress, let first = frame.baseAddress else { return }
        for index in 0..<frameWidth * frameHeight {
          first[index * 3] = fill.red
          first[index * 3 + 1] = fill.green
          first[index * 3 + 2] = fill.blue
        }
        for y in 0..<newHeight {
          let to = first + ((top + y) * frameWidth + left) * 3
          to.update(from: content + y * newWidth * 3, count: newWidth * 3)
        }
      }
    }
    let transform = place.transform(fromWidth: width, height: height)
    return Letterbox(image: Image(width: frameWidth, height: frameHeight, rgb: frame), transform: transform)
  }
}

/// Where a picture lies in a frame that it was fitted into: as large as it goes, in the middle.
package struct LetterboxPlace: Sendable, Equatable {
  /// The first column.
  package let left: Int
  /// The first row.
  package let top: Int
  /// In whole pixels.
  package let width: Int
  /// In whole pixels.
  package let height: Int

  /// The whole of a frame.
  package init(width: Int, height: Int) { (left, top, self.width, self.height) = (0, 0, width, height) }

  /// Fits a picture into a frame.
  package init(width: Int, height: Int, inWidth frameWidth: Int, height frameHeight: Int) {
    let scale = min(Double(frameWidth) / Double(width), Double(frameHeight) / Double(height))
    self.width = min(max(Int((Double(width) * scale).rounded()), 1), frameWidth)
    self.height = min(max(Int((Double(height) * scale).rounded()), 1), frameHeight)
    left = (frameWidth - self.width) / 2
    top = (frameHeight - self.height) / 2
  }

  /// From the frame's coordinates to those of a picture of this size.
  package func transform(fromWidth pictureWidth: Int, height pictureHeight: Int) -> LetterboxTransform {
    LetterboxTransform(
      scaleX: Double(width) / Double(pictureWidth), scaleY: Double(height) / Double(pictureHeight),
      offsetX: Double(left), offsetY: Double(top))
  }
}
