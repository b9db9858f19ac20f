/// A rectangle of whole pixels.
package struct PixelRectangle: Sendable, Equatable {
  /// The first column.
  package let x: Int
  /// The first row.
  package let y: Int
  /// At least 1.
  package let width: Int
  /// At least 1.
  package let height: Int

  /// The caller takes care that it lies in the picture.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// All of a picture.
  package init(of image: Image) { self.init(x: 0, y: 0, width: image.width, height: image.height) }
}

/// Brings parts of pictures to a size, in memory that it keeps: another part of the same size allocates nothing.
package final class PictureScaler {
  private struct Sizes: Equatable {
    let width: Int
    let height: Int
    let newWidth: Int
    let newHeight: Int
    let isByArea: Bool
  }

  private enum Loops {
    case bilinear(BilinearResize)
    case area(AreaResize)
  }

  private var sizes: Sizes?
  private var loops: Loops?
  private var lines: [Float] = []
  private var pixels: [UInt8] = []

  /// Memory is taken when the first picture comes.
  package init() {}

  /// Runs `body` with the pixels of a part at another size, and the bytes from one row of them to the next.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - part: a part that lies in it.
  ///   - newWidth: pixels in a row of the result; at least 1.
  ///   - newHeight: rows of the result; at least 1.
  ///   - resampling: what the new pixels are made of.
  /// - Throws: ``ImageError/outOfMemory(byteCount:)``; what `body` throws.
  package func withScaled<Result>(
    _ image: Image, _ part: PixelRectangle, toWidth newWidth: Int, height newHeight: Int, resampling: Resampling,
    _ body: (_ pixels: UnsafeBufferPointer<UInt8>, _ bytesPerRow: Int) throws -> Result
  ) throws -> Result {
    let bytesPerRow = image.width * 3
    let start = part.y * bytesPerRow + part.x * 3
    if part.width == newWidth, part.height == newHeight {
      return try image.pixels.withUnsafeBufferPointer { pixels in
        try body(UnsafeBufferPointer(rebasing: pixels[start...]), bytesPerRow)
      }
    }
    let count = newWidth * newHeight * 3
    if pixels.count != count { pixels = try [UInt8](uninitialized: count) { $0.update(repeating: 0) } }
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      scale(image, part, newWidth, newHeight, resampling, first)
    }
    return try pixels.withUnsafeBufferPointer { try body($0, newWidth * 3) }
  }

  /// The pixels as a picture of their own.
  func scaled(
    _ image: Image, _ part: PixelRectangle, toWidth newWidth: Int, height newHeight: Int, resampling: Resampling
  ) throws(ImageError) -> Image {
    let scaled = try [UInt8](uninitialized: newWidth * newHeight * 3) { destination in
      guard let destination = destination.baseAddress else { return }
      scale(image, part, newWidth, newHeight, resampling, destination)
    }
    return Image(width: newWidth, height: newHeight, rgb: scaled)
  }

  private func scale(
    _ image: Image, _ part: PixelRectangle, _ newWidth: Int, _ newHeight: Int, _ resampling: Resampling,
    _ destination: UnsafeMutablePointer<UInt8>
  ) {
    let isByArea = resampling == .area && (newWidth < part.width || newHeight < part.height)
    let sizes = Sizes(
      width: part.width, height: part.height, newWidth: newWidth, newHeight: newHeight, isByArea: isByArea)
    if self.sizes != sizes {
      let (old, new) = ((part.width, part.height), (newWidth, newHeight))
      self.sizes = sizes
      loops = isByArea ? .area(AreaResize(from: old, to: new)) : .bilinear(BilinearResize(from: old, to: new))
    }
    let bytesPerRow = image.width * 3
    image.pixels.withUnsafeBufferPointer { source in
      guard let first = source.baseAddress, let loops else { return }
      let source = first + part.y * bytesPerRow + part.x * 3
      switch loops {
      case .bilinear(let loops):
        withLines(loops.scratchCount) { loops.run(source, bytesPerRow: bytesPerRow, destination, $0) }
      case .area(let loops):
        withLines(loops.scratchCount) { loops.run(source, bytesPerRow: bytesPerRow, destination, $0) }
      }
    }
  }

  private func withLines(_ count: Int, _ body: (UnsafeMutablePointer<Float>) -> Void) {
    if lines.count < count { lines = [Float](repeating: 0, count: count) }
    lines.withUnsafeMutableBufferPointer { lines in
      guard let first = lines.baseAddress else { return }
      body(first)
    }
  }
}
