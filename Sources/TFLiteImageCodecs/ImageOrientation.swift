/// How the stored rows and columns lie in the picture that a person sees. The raw values and their meaning are those of
/// the tag Orientation (0x0112) of EXIF and TIFF.
public enum ImageOrientation: UInt8, Sendable, CaseIterable {
  /// Stored as seen.
  case up = 1
  /// To be mirrored left to right.
  case upMirrored = 2
  /// To be turned by 180 degrees.
  case down = 3
  /// To be mirrored top to bottom.
  case downMirrored = 4
  /// To be mirrored at the diagonal from top left to bottom right.
  case leftMirrored = 5
  /// To be turned clockwise by 90 degrees.
  case right = 6
  /// To be mirrored at the diagonal from top right to bottom left.
  case rightMirrored = 7
  /// To be turned counterclockwise by 90 degrees.
  case left = 8

  /// Whether the picture seen is as wide as the stored one is high.
  public var swapsWidthAndHeight: Bool { rawValue >= 5 }
}

extension Image {
  /// The picture as a person sees it whose stored form is this one.
  ///
  /// - Throws: ``ImageError/outOfMemory(byteCount:)``.
  public func oriented(_ orientation: ImageOrientation) throws(ImageError) -> Image {
    guard orientation != .up else { return self }
    let width = self.width
    let height = self.height

    // The picture seen is walked row by row. `start` is the stored pixel in its top left corner; `right` and `down`
    // are the distances, in stored pixels, of one step.
    let lastColumn = width - 1
    let lastRow = (height - 1) * width
    let (start, right, down): (Int, Int, Int) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (lastColumn, -1, width)
      case .down: (lastRow + lastColumn, -1, -width)
      case .downMirrored: (lastRow, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (lastRow, -width, 1)
      case .rightMirrored: (lastRow + lastColumn, -width, -1)
      case .left: (lastColumn, width, -1)
      }
    let newWidth = orientation.swapsWidthAndHeight ? height : width
    let newHeight = orientation.swapsWidthAndHeight ? width : height

    let stored = pixels
    let seen = try [UInt8](uninitialized: stored.count) { seen in
      stored.withUnsafeBufferPointer { stored in
        guard let source = stored.baseAddress, let destination = seen.baseAddress else { return }
        // In tiles, because a step may jump a whole stored row.
        let tile = 64
        for tileY in stride(from: 0, to: newHeight, by: tile) {
          for tileX in stride(from: 0, to: newWidth, by: tile) {
            let columns = min(tile, newWidth - tileX)
            for y in tileY..<min(tileY + tile, newHeight) {
              var from = source + (start + y * down + tileX * right) * 3
              var to = destination + (y * newWidth + tileX) * 3
              for _ in 0..<columns {
                to[0] = from[0]
                to[1] = from[1]
                to[2] = from[2]
                from += right * 3
                to += 3
              }
            }
          }
        }
      }
    }
    return Image(width: newWidth, height: newHeight, rgb: seen)
  }
}
