#if !canImport(ImageIO)
import CTFLiteImageCodecs

/// JPEG through libjpeg.
enum JPEGDecoder {
  /// - Parameter need: how large the picture as a person sees it is needed; nil asks for all of its pixels.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits, _ need: PictureNeed?
  ) throws(ImageError) -> DecodedPicture {
    guard let decoder = tflite_jpeg_create(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count) else {
      throw .outOfMemory(byteCount: bytes.count)
    }
    defer { tflite_jpeg_destroy(decoder) }
    var header = TFLitePictureHeader()
    func check(_ status: TFLiteCodecStatus) throws(ImageError) {
      try ImageError.check(
        status, .jpeg, header, message: tflite_jpeg_message(decoder), byteOffset: tflite_jpeg_byte_offset(decoder))
    }

    try check(tflite_jpeg_read_header(decoder, &header))
    let (width, height) = (Int(header.width), Int(header.height))
    try limits.check(width: width, height: height)
    var exifCount = 0
    let exif = tflite_jpeg_exif(decoder, &exifCount)
    let orientation = ImageOrientation(exif: UnsafeRawBufferPointer(start: exif, count: exifCount)) ?? .up
    let divisor = need?.stored(orientation).divisor(width: width, height: height) ?? 1
    if divisor > 1 { try check(tflite_jpeg_reduce(decoder, UInt32(divisor), &header)) }

    let (columns, rows) = (Int(header.width), Int(header.height))
    let decoded = try [UInt8](uninitialized: columns * rows * Int(header.channels)) { (pixels) throws(ImageError) in
      try check(tflite_jpeg_read_pixels(decoder, pixels.baseAddress))
    }
    let rgb =
      header.channels == 4 ? try FourChannels.rgb(cmyk: decoded, inverted: header.inverted != 0) : decoded
    return DecodedPicture(
      Image(width: columns, height: rows, rgb: rgb), orientation: orientation, width: width, height: height)
  }
}
#endif
