/// How much a picture may demand. A file of a few bytes can announce billions of pixels; the limits are held before
/// memory for them is asked for.
public struct ImageLimits: Sendable, Equatable {
  /// The largest product of width and height.
  ///
  /// Decoding takes 3 bytes of memory per pixel, 7 with an alpha channel or CMYK, and up to 8 more for progressive
  /// JPEG; turning the picture upright takes another 3.
  public var maximumPixels: Int

  /// The most bytes that are read from a file.
  public var maximumFileBytes: Int

  /// Makes limits.
  public init(maximumPixels: Int, maximumFileBytes: Int) {
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
  }

  /// 2^28 pixels (16384 x 16384) and files of 1 GiB.
  public static let standard = ImageLimits(maximumPixels: 1 << 28, maximumFileBytes: 1 << 30)

  /// - Throws: ``ImageError/invalidSize(width:height:)``, ``ImageError/tooLarge(width:height:maximumPixels:)``.
  package func check(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    // Whatever limit was set, decoders can compute with up to 16 bytes per pixel.
    let limit = min(maximumPixels, Int.max / 16)
    guard !overflow, pixels <= limit else {
      throw .tooLarge(width: width, height: height, maximumPixels: limit)
    }
  }
}
