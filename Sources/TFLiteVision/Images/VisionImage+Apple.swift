import TFLiteImageCodecs

#if canImport(CoreGraphics)
import CoreGraphics

extension VisionImage {
  /// Draws a picture of Core Graphics, as `Image.init(_:)` does.
  public convenience init(image: CGImage) {
    self.init(Result { () throws(ImageError) in try Image(image) })
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
    self.init(image: pixels)
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

extension VisionImage {
  /// Copies a picture in memory: `32BGRA`, `420v` or `420f`.
  public convenience init(pixelBuffer: CVPixelBuffer) {
    self.init(Result { () throws(ImageError) in try Image(pixelBuffer: pixelBuffer) })
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
