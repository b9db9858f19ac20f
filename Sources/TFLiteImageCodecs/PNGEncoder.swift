#if !canImport(ImageIO)
import CTFLiteImageCodecs

/// PNG through libpng.
enum PNGEncoder {
  static func encode(_ image: Image) throws(ImageError) -> [UInt8] {
    // A side of a PNG has 31 bits.
    guard let width = Int32(exactly: image.width), let height = Int32(exactly: image.height) else {
      throw .cannotEncode(.png, reason: "\(image.width) x \(image.height) pixels, more than the format can hold")
    }
    guard let encoder = tflite_png_encoder_create() else { throw .outOfMemory(byteCount: 0) }
    defer { tflite_png_encoder_destroy(encoder) }
    let status = image.pixels.withUnsafeBufferPointer { pixels in
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
}
#endif
