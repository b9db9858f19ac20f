import TFLiteImageCodecs

#if canImport(CoreGraphics)
import CoreGraphics

extension VisionImage {
  /// Draws a picture of Core Graphics. What is transparent is laid over white.
  public convenience init(image: CGImage) {
    self.init(Self.pixels(of: image))
  }

  static func pixels(of image: CGImage) -> Result<Image, ImageError> {
    let (width, height) = (image.width, image.height)
    guard width > 0, height > 0 else { return .failure(.invalidSize(width: width, height: height)) }
    let layout = CGImageAlphaInfo.noneSkipLast.rawValue
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: layout), let memory = context.data
    else { return .failure(.outOfMemory(byteCount: 4 * width * height)) }
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(frame)
    context.draw(image, in: frame)
    let bytes = UnsafeRawBufferPointer(start: memory, count: context.bytesPerRow * height)
    return Result { () throws(ImageError) in
      try Image(pixels: bytes, width: width, height: height, format: .rgba, bytesPerRow: context.bytesPerRow)
    }
  }
}
#endif

#if canImport(UIKit)
import UIKit

extension VisionImage {
  /// Takes the pixels of a picture of UIKit. As in the interface that this one follows, its `imageOrientation` has to be
  /// assigned to ``orientation`` where it is not up.
  public convenience init(image: UIImage) {
    guard let pixels = image.cgImage else {
      self.init(.failure(.empty))
      return
    }
    self.init(Self.pixels(of: pixels))
  }
}

extension ImageOrientation {
  init(_ orientation: UIImage.Orientation) {
    switch orientation {
    case .up: self = .up
    case .upMirrored: self = .upMirrored
    case .down: self = .down
    case .downMirrored: self = .downMirrored
    case .left: self = .left
    case .leftMirrored: self = .leftMirrored
    case .right: self = .right
    case .rightMirrored: self = .rightMirrored
    @unknown default: self = .up
    }
  }
}

extension UIImage.Orientation {
  init(_ orientation: ImageOrientation) {
    switch orientation {
    case .up: self = .up
    case .upMirrored: self = .upMirrored
    case .down: self = .down
    case .downMirrored: self = .downMirrored
    case .left: self = .left
    case .leftMirrored: self = .leftMirrored
    case .right: self = .right
    case .rightMirrored: self = .rightMirrored
    }
  }
}
#endif

#if canImport(CoreMedia)
import CoreMedia
import CoreVideo

extension VisionImage {
  /// Copies a frame of a camera: `32BGRA`, `420v` or `420f`. Its presentation time becomes the ``timestamp``.
  public convenience init(buffer: CMSampleBuffer) {
    let time = CMSampleBufferGetPresentationTimeStamp(buffer)
    let timestamp: Duration? = time.isNumeric ? .seconds(time.seconds) : nil
    guard let pixels = CMSampleBufferGetImageBuffer(buffer) else {
      self.init(.failure(.empty), timestamp: timestamp)
      return
    }
    self.init(
      Result { () throws(ImageError) in try Image(pixelBuffer: pixels) }, timestamp: timestamp)
  }
}

extension Image {
  fileprivate init(pixelBuffer buffer: CVPixelBuffer) throws(ImageError) {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    func plane(_ index: Int) -> PixelPlane {
      let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
      let count = bytesPerRow * CVPixelBufferGetHeightOfPlane(buffer, index)
      return PixelPlane(
        UnsafeRawBufferPointer(start: CVPixelBufferGetBaseAddressOfPlane(buffer, index), count: count),
        bytesPerRow: bytesPerRow)
    }
    switch CVPixelBufferGetPixelFormatType(buffer) {
    case kCVPixelFormatType_32BGRA:
      let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
      try self.init(
        pixels: UnsafeRawBufferPointer(start: CVPixelBufferGetBaseAddress(buffer), count: bytesPerRow * height),
        width: width, height: height, format: .bgra, bytesPerRow: bytesPerRow)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
      try self.init(luma: plane(0), chroma: .uvPairs(plane(1)), width: width, height: height, colors: .video)
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      try self.init(luma: plane(0), chroma: .uvPairs(plane(1)), width: width, height: height, colors: .jpeg)
    case let format:
      throw .unknownFormat("a pixel buffer of type \(format), where 32BGRA, 420v and 420f can be read")
    }
  }
}
#endif
