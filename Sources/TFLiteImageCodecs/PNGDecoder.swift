#if !canImport(ImageIO)
import CTFLiteImageCodecs

/// PNG through libpng.
enum PNGDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) -> DecodedPicture {
    // libpng calls a size of 0 an invalid header; the header, which always comes first, says it better.
    let reader = ByteReader(bytes, .bigEndian)
    if let width = reader.uint32(at: 16), let height = reader.uint32(at: 20) {
      try limits.check(width: Int(width), height: Int(height))
    }

    guard let decoder = tflite_png_create(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count) else {
      throw .outOfMemory(byteCount: bytes.count)
    }
    defer { tflite_png_destroy(decoder) }
    var header = TFLitePictureHeader()
    func check(_ status: TFLiteCodecStatus) throws(ImageError) {
      try ImageError.check(
        status, .png, header, message: tflite_png_message(decoder), byteOffset: tflite_png_byte_offset(decoder))
    }

    try check(tflite_png_read_header(decoder, &header))
    let width = Int(header.width)
    let height = Int(header.height)
    try limits.check(width: width, height: height)
    let decoded = try [UInt8](uninitialized: width * height * Int(header.channels)) { (pixels) throws(ImageError) in
      try check(tflite_png_read_pixels(decoder, pixels.baseAddress))
    }
    let rgb = header.channels == 4 ? try FourChannels.composedOverWhite(rgba: decoded) : decoded

    var exifCount = 0
    let exif = tflite_png_exif(decoder, &exifCount)
    let orientation = ImageOrientation(exif: UnsafeRawBufferPointer(start: exif, count: exifCount))
    return DecodedPicture(Image(width: width, height: height, rgb: rgb), orientation: orientation ?? .up)
  }
}
#endif
