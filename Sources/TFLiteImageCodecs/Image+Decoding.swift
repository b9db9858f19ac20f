/// What to make of the orientation that a JPEG or PNG file states in its EXIF block.
public enum ExifOrientationHandling: Sendable {
  /// The picture is turned and mirrored to what a person sees.
  case applied
  /// The pixels stay as they are stored.
  case ignored
}

extension Image {
  /// Decodes a picture file. Its format is found from its content; its name plays no part.
  ///
  /// 16 bits per sample become 8 (PNG: the high byte, others: the nearest value). What is transparent is laid over
  /// white. CMYK becomes RGB by multiplying each ink's lightness with black's. Gray becomes three equal channels. The
  /// samples of a JPEG are those that libjpeg-turbo gives with its accurate integer transform and smooth upsampling,
  /// its defaults.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - exifOrientation: Whether the picture is turned as its EXIF block says.
  ///   - limits: What the file may demand.
  /// - Throws: ``ImageError/inFile(path:_:)``, which holds what is wrong with the file.
  public init(
    contentsOfFile path: String, exifOrientation: ExifOrientationHandling = .applied,
    limits: ImageLimits = .standard
  ) throws(ImageError) {
    do throws(ImageError) {
      let bytes = try FileReading.pictureFile(at: path, maximumBytes: limits.maximumFileBytes)
      try self.init(decoding: bytes, exifOrientation: exifOrientation, limits: limits)
    } catch {
      throw .inFile(path: path, error)
    }
  }

  /// Decodes the bytes of a picture file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - exifOrientation: Whether the picture is turned as its EXIF block says.
  ///   - limits: What the file may demand.
  /// - Throws: ``ImageError``, saying what is wrong with the bytes and where.
  public init(
    decoding bytes: [UInt8], exifOrientation: ExifOrientationHandling = .applied, limits: ImageLimits = .standard
  ) throws(ImageError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      try Image(decoding: UnsafeRawBufferPointer(bytes), exifOrientation: exifOrientation, limits: limits)
    }
  }

  /// Decodes the bytes of a picture file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - exifOrientation: Whether the picture is turned as its EXIF block says.
  ///   - limits: What the file may demand.
  /// - Throws: ``ImageError``, saying what is wrong with the bytes and where.
  public init(
    decoding bytes: UnsafeRawBufferPointer, exifOrientation: ExifOrientationHandling = .applied,
    limits: ImageLimits = .standard
  ) throws(ImageError) {
    let decoded = try DecodedPicture(decoding: bytes, limits)
    switch exifOrientation {
    case .applied: self = try decoded.image.oriented(decoded.orientation)
    case .ignored: self = decoded.image
    }
  }
}

/// A picture as it is stored, and how it is meant to be seen.
struct DecodedPicture {
  var image: Image
  var orientation: ImageOrientation
  /// Of the picture as the file states it, which has more pixels where it was reduced.
  var width: Int
  var height: Int

  init(_ image: Image, orientation: ImageOrientation = .up) {
    self.init(image, orientation: orientation, width: image.width, height: image.height)
  }

  init(_ image: Image, orientation: ImageOrientation, width: Int, height: Int) {
    self.image = image
    self.orientation = orientation
    self.width = width
    self.height = height
  }

  /// - Parameter need: how large it is needed; nil asks for all of its pixels. Only JPEG can be had with fewer.
  init(decoding bytes: UnsafeRawBufferPointer, _ limits: ImageLimits, _ need: PictureNeed? = nil) throws(ImageError) {
    self =
      switch try ImageFormat(detecting: bytes) {
      case .png: try PNGDecoder.decode(bytes, limits)
      case .jpeg: try JPEGDecoder.decode(bytes, limits, need)
      case .bmp: DecodedPicture(try BMPDecoder.decode(bytes, limits))
      case .pnm: DecodedPicture(try PNMDecoder.decode(bytes, limits))
      }
  }
}
