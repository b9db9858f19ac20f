import TFLiteImageCodecs

extension Image {
  /// The picture with boxes and labels drawn on it.
  ///
  /// Lines and letters grow with the picture, but not where most boxes are small. A label stands on a tab of its box's
  /// color, on the upper edge of the box where there is room, else inside or at another edge; it never leaves the
  /// picture, and stays off other labels where that is possible. Of two labels that compete, the one of the earlier
  /// annotation gets the better place, and of two boxes that cross, the earlier lies above: pass the best detection
  /// first.
  ///
  /// A box that reaches beyond the picture is drawn at the picture's edge. A box of which nothing shows (without area,
  /// outside, or with a number that is not finite) is left out. A label that is wider than the picture is set smaller,
  /// and then shortened.
  ///
  /// Points are dots of the box's color; those that are not finite are left out.
  ///
  /// Text is set in the system's font "sans". Without any font installed, the drawing library's own letters are used;
  /// they cover ASCII only. Characters that the font does not have show as empty boxes, and scripts that need shaping
  /// are drawn letter by letter.
  ///
  /// - Parameters:
  ///   - annotations: Boxes and labels.
  ///   - trails: Lines below the boxes, thin where they begin. Points that are not finite are left out.
  /// - Throws: ``AnnotationError/cannotDraw(reason:)``.
  public func annotated(with annotations: [Annotation], trails: [Trail] = []) throws(AnnotationError) -> Image {
    let style = AnnotationStyle(pictureWidth: width, pictureHeight: height, boxes: annotations)
    var onePixel: UInt32 = 0
    let placements = try withUnsafeMutablePointer(to: &onePixel) { (pixel) throws(AnnotationError) in
      let canvas = try Canvas(pixels: pixel, width: 1, height: 1, left: 0, top: 0)
      let layout = LabelLayout(
        width: Double(width), height: Double(height), style: style,
        measure: { text, fontSize in canvas.measure(text, fontSize) })
      let placements = layout.placements(of: annotations)
      try canvas.finish()
      return placements
    }

    var result = self
    // The drawing library's pictures have less than 32768 rows and columns, and 4 bytes per pixel: large ones are drawn
    // in parts.
    let partSize = 4096
    for top in stride(from: 0, to: height, by: partSize) {
      for left in stride(from: 0, to: width, by: partSize) {
        let part = PixelRegion(
          left: left, top: top, width: min(partSize, width - left), height: min(partSize, height - top))
        try result.draw(placements, annotations, trails, style, on: part)
      }
    }
    return result
  }

  private mutating func draw(
    _ placements: [LabelLayout.Placement], _ annotations: [Annotation], _ trails: [Trail], _ style: AnnotationStyle,
    on part: PixelRegion
  ) throws(AnnotationError) {
    var pixels = part.pixels(of: self)
    try pixels.withUnsafeMutableBufferPointer { (pixels) throws(AnnotationError) in
      guard let first = pixels.baseAddress else { return }
      let canvas = try Canvas(
        pixels: first, width: part.width, height: part.height, left: part.left, top: part.top)
      for trail in trails.reversed() { canvas.drawTrail(trail, style) }
      for placement in placements.reversed() { canvas.drawBox(placement, style) }
      for annotation in annotations.reversed() {
        for point in annotation.points where point.x.isFinite && point.y.isFinite {
          canvas.drawDot(point, colorIndex: annotation.colorIndex, style)
        }
      }
      for placement in placements.reversed() { canvas.drawTab(placement, style) }
      try canvas.finish()
    }
    part.write(pixels, to: &self)
  }
}

/// A rectangular part of a picture, and its pixels in the form 0x00RRGGBB.
private struct PixelRegion {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  func pixels(of image: Image) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { destination, count in
      image.pixels.withUnsafeBufferPointer { source in
        guard let first = source.baseAddress, var to = destination.baseAddress else { return }
        for y in top..<top + height {
          var from = first + (y * image.width + left) * 3
          for _ in 0..<width {
            to.pointee = UInt32(from[0]) << 16 | UInt32(from[1]) << 8 | UInt32(from[2])
            from += 3
            to += 1
          }
        }
      }
      count = width * height
    }
  }

  func write(_ pixels: [UInt32], to image: inout Image) {
    let imageWidth = image.width
    pixels.withUnsafeBufferPointer { source in
      image.pixels.withUnsafeMutableBufferPointer { destination in
        guard var from = source.baseAddress, let first = destination.baseAddress else { return }
        for y in top..<top + height {
          var to = first + (y * imageWidth + left) * 3
          for _ in 0..<width {
            to[0] = UInt8(truncatingIfNeeded: from.pointee >> 16)
            to[1] = UInt8(truncatingIfNeeded: from.pointee >> 8)
            to[2] = UInt8(truncatingIfNeeded: from.pointee)
            from += 1
            to += 3
          }
        }
      }
    }
  }
}
