#if !canImport(ImageIO)
import CTFLiteImageCodecs

extension ImageError {
  /// Throws what a C function reports.
  static func check(
    _ status: TFLiteCodecStatus, _ format: ImageFormat, _ header: TFLitePictureHeader, message: UnsafePointer<CChar>,
    byteOffset: Int
  ) throws(ImageError) {
    switch status {
    case .success: return
    case .truncated:
      throw .truncated(format, detail: String(cString: message), byteOffset: byteOffset)
    case .corrupt:
      throw .corrupt(format, detail: String(cString: message), byteOffset: byteOffset)
    case .unsupported:
      throw .unsupported(format, feature: String(cString: message))
    case .empty:
      throw .invalidSize(width: Int(header.width), height: Int(header.height))
    case .outOfMemory:
      throw .outOfMemory(byteCount: byteOffset)
    }
  }
}
#endif
