import CTFLiteImageCodecs

extension Image {
  /// The picture as a PNG file: 8-bit RGB, not interlaced, without color profile.
  ///
  /// - Throws: ``ImageError/cannotEncode(_:reason:)``, ``ImageError/outOfMemory(byteCount:)``.
  public func pngEncoded() throws(ImageError) -> [UInt8] {
    // A side of a PNG has 31 bits.
    guard let width = Int32(exactly: self.width), let height = Int32(exactly: self.height) else {
      throw .cannotEncode(.png, reason: "\(self.width) x \(self.height) pixels, more than the format can hold")
    }
    guard let encoder = tflite_png_encoder_create() else { throw .outOfMemory(byteCount: 0) }
    defer { tflite_png_encoder_destroy(encoder) }
    let status = pixels.withUnsafeBufferPointer { pixels in
      tflite_png_encode(encoder, pixels.baseAddress, UInt32(width), UInt32(height))
    }
    var count = 0
    let bytes = tflite_png_encoded_bytes(encoder, &count)
    switch status {
    case .success: return Array(UnsafeBufferPointer(start: bytes, count: count))
    case .outOfMemory: throw .outOfMemory(byteCount: count)
    default: throw .cannotEncode(.png, reason: String(cString: tflite_png_encoder_message(encoder)))
    }
  }

  /// Writes the picture as a PNG file. Nothing half-written is ever seen at `path`: the bytes go to a new file beside
  /// it, which then takes its place.
  ///
  /// - Throws: ``ImageError/inFile(path:_:)``, which holds what is wrong: the folder is missing, may not be written to,
  ///   or the disk is full.
  public func write(pngTo path: String) throws(ImageError) {
    do throws(ImageError) {
      try FileWriting.replaceFile(at: path, with: try pngEncoded())
    } catch {
      throw .inFile(path: path, error)
    }
  }
}
