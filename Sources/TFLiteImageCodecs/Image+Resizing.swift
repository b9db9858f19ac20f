extension Image {
  /// The picture at another size, by bilinear interpolation of 2 x 2 pixels.
  ///
  /// Pixel centres lie at half-integers: column `x` of the result looks at column `(x + 0.5) * width / newWidth - 0.5`,
  /// kept between the first and the last column, and takes the two columns around it by their nearness; rows likewise.
  /// There is no antialiasing: reducing by more than 2 passes over pixels. That is what detection models in the
  /// TensorFlow Lite format are published with.
  ///
  /// The arithmetic is IEEE float32 without fused operations, columns before rows, `a + (b - a) * t`; the result is
  /// `v + 0.5` without its fraction. It is the same on all machines.
  ///
  /// - Parameters:
  ///   - newWidth: Pixels in a row of the result.
  ///   - newHeight: Rows of the result.
  ///   - limits: How many pixels the result may have.
  /// - Throws: ``ImageError/invalidSize(width:height:)``, ``ImageError/tooLarge(width:height:maximumPixels:)``,
  ///   ``ImageError/outOfMemory(byteCount:)``.
  public func resized(
    toWidth newWidth: Int, height newHeight: Int, limits: ImageLimits = .standard
  ) throws(ImageError) -> Image {
    try limits.check(width: newWidth, height: newHeight)
    guard newWidth != width || newHeight != height else { return self }
    let scaled = try [UInt8](uninitialized: newWidth * newHeight * 3) { destination in
      pixels.withUnsafeBufferPointer { source in
        guard let destination = destination.baseAddress, let source = source.baseAddress else { return }
        BilinearResize(from: (width, height), to: (newWidth, newHeight)).run(source, destination)
      }
    }
    return Image(width: newWidth, height: newHeight, rgb: scaled)
  }
}

/// The loops of ``Image/resized(toWidth:height:limits:)``.
private struct BilinearResize {
  /// The two neighbours of a position on one axis, and how near it is to the second.
  struct Tap {
    var first: Int
    var second: Int
    var fraction: Float
  }

  let sourceWidth: Int
  let columns: [Tap]
  let rows: [Tap]

  init(from source: (width: Int, height: Int), to destination: (width: Int, height: Int)) {
    sourceWidth = source.width
    columns = Self.taps(from: source.width, to: destination.width)
    rows = Self.taps(from: source.height, to: destination.height)
  }

  static func taps(from sourceCount: Int, to destinationCount: Int) -> [Tap] {
    let scale = Float(sourceCount) / Float(destinationCount)
    let last = sourceCount - 1
    return (0..<destinationCount).map { index in
      let position = max((Float(index) + 0.5) * scale - 0.5, 0)
      let first = min(Int(position), last)
      // At the far edge both taps are the last pixel, and the fraction counts for nothing.
      return Tap(first: first, second: min(first + 1, last), fraction: position - Float(first))
    }
  }

  func run(_ source: UnsafePointer<UInt8>, _ destination: UnsafeMutablePointer<UInt8>) {
    let count = columns.count * 3
    // Two source rows, already at the new width. Neighbouring rows of the result mostly need the same ones.
    let lines = UnsafeMutablePointer<Float>.allocate(capacity: count * 2)
    defer { lines.deallocate() }
    var upper = (line: lines, row: -1)
    var lower = (line: lines + count, row: -1)

    for (y, tap) in rows.enumerated() {
      if upper.row != tap.first {
        if lower.row == tap.first {
          swap(&upper, &lower)
        } else {
          stretch(source + tap.first * sourceWidth * 3, into: upper.line)
          upper.row = tap.first
        }
      }
      if lower.row != tap.second {
        if tap.second == tap.first {
          lower.line.update(from: upper.line, count: count)
        } else {
          stretch(source + tap.second * sourceWidth * 3, into: lower.line)
        }
        lower.row = tap.second
      }
      let to = destination + y * count
      let fraction = tap.fraction
      let (top, bottom) = (upper.line, lower.line)
      for index in 0..<count {
        // An interpolated value leaves 0...255 by no more than a rounding error: the sum always fits.
        to[index] = UInt8(top[index] + (bottom[index] - top[index]) * fraction + 0.5)
      }
    }
  }

  /// One source row at the new width.
  private func stretch(_ row: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<Float>) {
    columns.withUnsafeBufferPointer { columns in
      var to = line
      for tap in columns {
        let left = row + tap.first * 3
        let right = row + tap.second * 3
        for channel in 0..<3 {
          let value = Float(left[channel])
          to[channel] = value + (Float(right[channel]) - value) * tap.fraction
        }
        to += 3
      }
    }
  }
}
