extension Image {
  /// The picture at another size.
  ///
  /// Pixel centers lie at half-integers: bilinear interpolation looks, for column `x` of the result, at column
  /// `(x + 0.5) * width / newWidth - 0.5`, kept between the first and the last column, and takes the two columns around it
  /// by their nearness; rows likewise. By area, column `x` is the mean of what lies between the columns' borders
  /// `x * width / newWidth` and `(x + 1) * width / newWidth`.
  ///
  /// The arithmetic is IEEE float32 without fused operations, columns before rows: bilinear interpolation is
  /// `a + (b - a) * t`, a mean is the sum of products with weights, from the first pixel to the last; the result is
  /// `v + 0.5` without its fraction. It is the same on all machines.
  ///
  /// - Parameters:
  ///   - newWidth: Pixels in a row of the result.
  ///   - newHeight: Rows of the result.
  ///   - resampling: What the new pixels are made of.
  ///   - limits: How many pixels the result may have.
  /// - Throws: ``ImageError/invalidSize(width:height:)``, ``ImageError/tooLarge(width:height:maximumPixels:)``,
  ///   ``ImageError/outOfMemory(byteCount:)``.
  public func resized(
    toWidth newWidth: Int, height newHeight: Int, resampling: Resampling = .bilinear, limits: ImageLimits = .standard
  ) throws(ImageError) -> Image {
    try limits.check(width: newWidth, height: newHeight)
    guard newWidth != width || newHeight != height else { return self }
    return try PictureScaler().scaled(
      self, PixelRectangle(of: self), toWidth: newWidth, height: newHeight, resampling: resampling)
  }
}
