import CTFLiteImageCodecs

/// JPEG through libjpeg.
enum JPEGDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) -> DecodedPicture {
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
    let width = Int(header.width)
    let height = Int(header.height)
    try limits.check(width: width, height: height)
    let decoded = try [UInt8](uninitialized: width * height * Int(header.channels)) { (pixels) throws(ImageError) in
      try check(tflite_jpeg_read_pixels(decoder, pixels.baseAddress))
    }
    let rgb =
      header.channels == 4 ? try FourChannels.rgb(cmyk: decoded, inverted: header.inverted != 0) : decoded

    var exifCount = 0
    let exif = tflite_jpeg_exif(decoder, &exifCount)
    let orientation = ImageOrientation(exif: UnsafeRawBufferPointer(start: exif, count: exifCount))
    return DecodedPicture(Image(width: width, height: height, rgb: rgb), orientation: orientation ?? .up)
  }
}
