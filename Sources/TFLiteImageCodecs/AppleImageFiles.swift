#if canImport(ImageIO)
import CoreGraphics
import Foundation
import ImageIO

/// PNG through Apple's ImageIO.
enum PNGDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) -> DecodedPicture {
    try ImageFile(bytes, .png).decode(limits, nil)
  }
}

/// JPEG through Apple's ImageIO. Its samples are not quite those of libjpeg.
enum JPEGDecoder {
  /// - Parameter need: how large the picture as a person sees it is needed; nil asks for all of its pixels.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits, _ need: PictureNeed?
  ) throws(ImageError) -> DecodedPicture {
    try ImageFile(bytes, .jpeg).decode(limits, need)
  }
}

/// A file as ImageIO sees it.
private struct ImageFile {
  let source: CGImageSource
  let format: ImageFormat
  let byteCount: Int

  init(_ bytes: UnsafeRawBufferPointer, _ format: ImageFormat) throws(ImageError) {
    // Nothing is decoded for longer than the function that asks for it lives.
    guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil) else {
      throw .corrupt(format, detail: "ImageIO cannot read it", byteOffset: 0)
    }
    (self.source, self.format, byteCount) = (source, format, bytes.count)
  }

  func decode(_ limits: ImageLimits, _ need: PictureNeed?) throws(ImageError) -> DecodedPicture {
    try checkStatus()
    guard let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
      let width = properties[kCGImagePropertyPixelWidth] as? Int,
      let height = properties[kCGImagePropertyPixelHeight] as? Int
    else { throw .corrupt(format, detail: "it states no size", byteOffset: 0) }
    try limits.check(width: width, height: height)
    let exif = (properties[kCGImagePropertyOrientation] as? Int).flatMap { UInt8(exactly: $0) }
    let orientation = exif.flatMap(ImageOrientation.init(rawValue:)) ?? .up
    let divisor = need?.stored(orientation).divisor(width: width, height: height) ?? 1
    let options: [CFString: Any] = [kCGImageSourceShouldCache: false, kCGImageSourceSubsampleFactor: divisor]
    guard let decoded = CGImageSourceCreateImageAtIndex(source, 0, options as CFDictionary) else {
      throw .corrupt(format, detail: "ImageIO cannot decode it", byteOffset: byteCount)
    }
    return DecodedPicture(try Image(decoded), orientation: orientation, width: width, height: height)
  }

  /// ImageIO decodes what there is of a file that was cut, and leaves the rest empty.
  private func checkStatus() throws(ImageError) {
    switch CGImageSourceGetStatusAtIndex(source, 0) {
    case .statusComplete: break
    case .statusIncomplete, .statusUnexpectedEOF, .statusReadingHeader:
      throw .truncated(format, detail: "ImageIO misses data", byteOffset: byteCount)
    default: throw .corrupt(format, detail: "ImageIO cannot read it", byteOffset: 0)
    }
  }
}

extension Image {
  /// Draws a picture of Core Graphics. What is transparent is laid over white. Colors stay as they are stored where they
  /// are red, green and blue; others become those of sRGB.
  ///
  /// - Throws: ``ImageError/invalidSize(width:height:)``, ``ImageError/outOfMemory(byteCount:)``.
  public init(_ image: CGImage) throws(ImageError) {
    let (width, height) = (image.width, image.height)
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    let own = image.colorSpace.flatMap { $0.model == .rgb && $0.supportsOutput ? $0 : nil }
    guard let space = own ?? CGColorSpace(name: CGColorSpace.sRGB),
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width, space: space,
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue),
      let memory = context.data
    else { throw .outOfMemory(byteCount: 4 * width * height) }
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(frame)
    context.draw(image, in: frame)
    let bytes = UnsafeRawBufferPointer(start: memory, count: context.bytesPerRow * height)
    try self.init(pixels: bytes, width: width, height: height, format: .rgba, bytesPerRow: context.bytesPerRow)
  }
}

/// PNG through Apple's ImageIO.
enum PNGEncoder {
  static func encode(_ image: Image) throws(ImageError) -> [UInt8] {
    let file = NSMutableData()
    guard let provider = CGDataProvider(data: Data(image.pixels) as CFData),
      let picture = CGImage(
        width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 24,
        bytesPerRow: 3 * image.width, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent),
      let destination = CGImageDestinationCreateWithData(file as CFMutableData, "public.png" as CFString, 1, nil)
    else { throw .outOfMemory(byteCount: image.pixels.count) }
    CGImageDestinationAddImage(destination, picture, nil)
    guard CGImageDestinationFinalize(destination) else {
      throw .cannotEncode(.png, reason: "ImageIO cannot write it")
    }
    return [UInt8](file as Data)
  }
}
#endif
