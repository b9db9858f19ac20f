import TFLiteImageCodecs

/// A picture file that is read when somebody looks at it: of many that wait, none takes memory.
public struct PictureFile: CompatibleImage, Equatable {
  /// Where it is: PNG, JPEG, BMP or PPM.
  public let path: String
  /// When the picture was taken, since any moment that all pictures of a stream have in common; nil where nobody knows.
  public let timestamp: Duration?

  /// Names a file.
  public init(path: String, timestamp: Duration? = nil) {
    self.path = path
    self.timestamp = timestamp
  }

  /// Reads the file, and turns the picture as its EXIF block says.
  ///
  /// - Throws: `ImageError.inFile`, which says what is wrong with the file.
  public func upright() throws -> Image { try Image(contentsOfFile: path) }

  /// Reads the file, a large JPEG at a reduced size.
  ///
  /// - Throws: `ImageError.inFile`, which says what is wrong with the file.
  public func upright(neededAt size: (width: Int, height: Int)?) throws -> ReducedImage {
    try ReducedImage(contentsOfFile: path, neededAt: size)
  }
}
