import Foundation
import Synchronization
import TFLiteImageCodecs

#if canImport(UIKit)
import UIKit
#endif

/// A picture that a detector or a labeler can look at.
public protocol CompatibleImage: Sendable {
  /// The picture as a person sees it.
  ///
  /// - Throws: `ImageError` when there is no picture to be had.
  func upright() throws -> Image

  /// The picture as a person sees it, for somebody who takes the mean of its pixels.
  ///
  /// - Parameter size: how large it is needed; nil asks for all of its pixels.
  /// - Throws: `ImageError` when there is no picture to be had.
  func upright(neededAt size: (width: Int, height: Int)?) throws -> ReducedImage

  /// When the picture was taken, since any moment that all pictures of a stream have in common; nil where nobody knows.
  var timestamp: Duration? { get }
}

extension CompatibleImage {
  /// The picture with all of its pixels.
  public func upright(neededAt size: (width: Int, height: Int)?) throws -> ReducedImage { ReducedImage(try upright()) }
}

/// A picture from a file, from the bytes of one, or from pixels in memory, and how it has to be turned.
public final class VisionImage: CompatibleImage {
  #if canImport(UIKit)
  /// The eight ways in which stored pixels can lie in the picture that a person sees.
  public typealias Orientation = UIImage.Orientation
  #else
  /// The eight ways in which stored pixels can lie in the picture that a person sees.
  public typealias Orientation = ImageOrientation
  #endif

  /// The pixels as they are stored. Initializers that may not fail keep the error for whoever asks for the picture.
  private let stored: Result<Image, ImageError>
  private let state: Mutex<State>

  private struct State: Sendable {
    var orientation: ImageOrientation
    var timestamp: Duration?
  }

  /// Takes pixels that are decoded already.
  ///
  /// - Parameters:
  ///   - image: the pixels as they are stored.
  ///   - orientation: how they lie in the picture that a person sees.
  ///   - timestamp: when the picture was taken, for streams.
  public convenience init(_ image: Image, orientation: ImageOrientation = .up, timestamp: Duration? = nil) {
    self.init(.success(image), orientation: orientation, timestamp: timestamp)
  }

  /// Reads a file: PNG, JPEG, BMP or PPM. It is turned as its EXIF block says; ``orientation`` then is up.
  ///
  /// - Throws: `ImageError.inFile`, which says what is wrong with the file.
  public convenience init(contentsOfFile path: String) throws {
    self.init(try Image(contentsOfFile: path))
  }

  /// Decodes the bytes of a picture file. It is turned as its EXIF block says; ``orientation`` then is up.
  ///
  /// - Throws: `ImageError`, which says what is wrong with the bytes.
  public convenience init(data: Data) throws {
    self.init(try data.withUnsafeBytes { (bytes) throws(ImageError) in try Image(decoding: bytes) })
  }

  /// Copies pixels.
  ///
  /// - Parameters:
  ///   - pixels: rows from top to bottom.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - format: how the colors of a pixel lie.
  ///   - bytesPerRow: from the start of a row to the start of the next one; nil stands for rows without a gap.
  /// - Throws: `ImageError` for a size without pixels, for rows that would overlap, and for too few bytes.
  public convenience init(
    pixels: some ContiguousBytes, width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil
  ) throws {
    self.init(
      try pixels.withUnsafeBytes {
        try Image(pixels: $0, width: width, height: height, format: format, bytesPerRow: bytesPerRow)
      })
  }

  /// Copies a picture of YUV 4:2:0, planar or semi-planar.
  ///
  /// - Parameters:
  ///   - luma: one byte for each pixel.
  ///   - chroma: one pair for 2 x 2 pixels.
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - colors: what the numbers mean.
  /// - Throws: `ImageError` that names the plane, for a size without pixels, for rows that would overlap, and for too few
  ///   bytes.
  public convenience init(
    luma: PixelPlane, chroma: ChromaPlanes, width: Int, height: Int, colors: YUVColors = .video
  ) throws {
    self.init(try Image(luma: luma, chroma: chroma, width: width, height: height, colors: colors))
  }

  init(_ stored: Result<Image, ImageError>, orientation: ImageOrientation = .up, timestamp: Duration? = nil) {
    self.stored = stored
    state = Mutex(State(orientation: orientation, timestamp: timestamp))
  }

  /// How the stored pixels lie in the picture that a person sees.
  public var orientation: Orientation {
    get { Orientation(storedOrientation) }
    set { storedOrientation = ImageOrientation(newValue) }
  }

  var storedOrientation: ImageOrientation {
    get { state.withLock { $0.orientation } }
    set { state.withLock { $0.orientation = newValue } }
  }

  /// When the picture was taken, since any moment that all pictures of a stream have in common.
  public var timestamp: Duration? {
    get { state.withLock { $0.timestamp } }
    set { state.withLock { $0.timestamp = newValue } }
  }

  /// The picture as a person sees it. Results are in its pixels.
  ///
  /// - Throws: `ImageError` when there is no picture to be had.
  public func upright() throws -> Image { try stored.get().oriented(storedOrientation) }

  /// Where a rectangle of the upright picture lies in the pixels as they are stored.
  ///
  /// - Throws: `ImageError` when there is no picture to be had.
  public func stored(_ box: BoundingBox) throws -> BoundingBox {
    let image = try stored.get()
    return box.stored(storedOrientation, width: Double(image.width), height: Double(image.height))
  }
}

extension BoundingBox {
  /// The same rectangle in the stored pixels of a picture of which this one is seen under an orientation.
  ///
  /// - Parameters:
  ///   - width: of the stored picture.
  ///   - height: of the stored picture.
  func stored(_ orientation: ImageOrientation, width: Double, height: Double) -> BoundingBox {
    let (right, bottom) = (width - x - self.width, height - y - self.height)
    // Where rows are columns, the distances to the far edges are those to the edges that are stored there.
    let (farColumn, farRow) = (height - x - self.width, width - y - self.height)
    return switch orientation {
    case .up: self
    case .upMirrored: BoundingBox(x: right, y: y, width: self.width, height: self.height)
    case .down: BoundingBox(x: right, y: bottom, width: self.width, height: self.height)
    case .downMirrored: BoundingBox(x: x, y: bottom, width: self.width, height: self.height)
    case .leftMirrored: BoundingBox(x: y, y: x, width: self.height, height: self.width)
    case .right: BoundingBox(x: y, y: farColumn, width: self.height, height: self.width)
    case .rightMirrored: BoundingBox(x: farRow, y: farColumn, width: self.height, height: self.width)
    case .left: BoundingBox(x: farRow, y: x, width: self.height, height: self.width)
    }
  }
}

extension ImageOrientation {
  /// So that both spellings of ``VisionImage/Orientation-swift.typealias`` convert the same way.
  fileprivate init(_ orientation: ImageOrientation) { self = orientation }
}
