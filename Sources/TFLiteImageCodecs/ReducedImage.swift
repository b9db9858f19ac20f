/// A picture as a person sees it, perhaps with fewer pixels than it has: decoded for somebody who looks at it at a much
/// smaller size.
public struct ReducedImage: Sendable, Equatable {
  /// The pixels there are.
  public let image: Image
  /// Pixels in a row of the whole picture; as many as those of ``image``, or twice, four or eight times as many.
  public let width: Int
  /// Rows of the whole picture.
  public let height: Int

  /// A picture with all of its pixels.
  public init(_ image: Image) {
    self.image = image
    (width, height) = (image.width, image.height)
  }

  /// Decodes a picture file for somebody who takes the mean of its pixels, as ``Resampling/area`` does.
  ///
  /// A JPEG that is at least four times as large as needed, on both axes, is decoded at a half, a quarter or an eighth of
  /// its size, at least twice as large as needed: its blocks of frequencies give nearly the means of their pixels. All else
  /// is decoded as it is.
  ///
  /// - Parameters:
  ///   - path: the file. It is turned as its EXIF block says.
  ///   - size: how large the picture is needed; nil asks for all of its pixels.
  ///   - limits: what the file may demand.
  /// - Throws: ``ImageError/inFile(path:_:)``, which holds what is wrong with the file.
  public init(
    contentsOfFile path: String, neededAt size: (width: Int, height: Int)?, limits: ImageLimits = .standard
  ) throws(ImageError) {
    do throws(ImageError) {
      let bytes = try FileReading.pictureFile(at: path, maximumBytes: limits.maximumFileBytes)
      let need = size.map { PictureNeed(width: $0.width, height: $0.height) }
      let decoded = try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
        try DecodedPicture(decoding: UnsafeRawBufferPointer(bytes), limits, need)
      }
      image = try decoded.image.oriented(decoded.orientation)
      (width, height) =
        decoded.orientation.swapsWidthAndHeight ? (decoded.height, decoded.width) : (decoded.width, decoded.height)
    } catch {
      throw .inFile(path: path, error)
    }
  }

  /// How many pixels of the whole picture one of ``image`` stands for, on each axis.
  package var scale: (x: Double, y: Double) {
    (Double(width) / Double(image.width), Double(height) / Double(image.height))
  }
}
