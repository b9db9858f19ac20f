/// A picture in memory: 8-bit RGB.
///
/// There is one layout, so that everything that works on pictures needs to know only one: three bytes per pixel in the
/// order red, green, blue; rows from top to bottom, pixels from left to right, no gaps between rows.
/// Color values are those of the file; no gamma and no color profile is applied.
public struct Image: Sendable, Equatable {
  /// Pixels in a row; at least 1.
  public let width: Int

  /// Rows; at least 1.
  public let height: Int

  /// The pixels, `width * height * 3` bytes. The value at row `y`, column `x` and channel `c` stands at
  /// `(y * width + x) * 3 + c`.
  ///
  /// - Precondition: An assigned array has as many bytes as the one it replaces.
  @inlinable public var pixels: [UInt8] {
    get { bytes }
    // In place: behind `set` or `didSet`, each change of one byte would copy the picture.
    _modify {
      defer { precondition(bytes.count == width * height * 3, "an image keeps its number of pixels") }
      yield &bytes
    }
  }

  @usableFromInline var bytes: [UInt8]

  /// Makes an image of pixels that are already in memory.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - pixels: `width * height * 3` bytes, laid out as ``pixels`` says.
  /// - Throws: ``ImageError/invalidSize(width:height:)`` where a side is less than 1,
  ///   ``ImageError/wrongByteCount(expected:actual:)`` where the size and the number of bytes do not fit.
  public init(width: Int, height: Int, pixels: [UInt8]) throws(ImageError) {
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    let (bytes, overflow3) = count.multipliedReportingOverflow(by: 3)
    guard !overflow, !overflow3 else { throw .tooLarge(width: width, height: height, maximumPixels: Int.max / 3) }
    guard pixels.count == bytes else { throw .wrongByteCount(expected: bytes, actual: pixels.count) }
    self.init(width: width, height: height, rgb: pixels)
  }

  /// The size and the bytes are known to fit.
  init(width: Int, height: Int, rgb: [UInt8]) {
    self.width = width
    self.height = height
    bytes = rgb
  }
}
