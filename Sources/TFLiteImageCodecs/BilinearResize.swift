/// The loops of ``Resampling/bilinear``.
struct BilinearResize {
  private let columns: [LinearTap]
  private let rows: [LinearTap]
  /// How many columns are made of pixels behind which there is another one.
  private let innerCount: Int

  init(from source: (width: Int, height: Int), to destination: (width: Int, height: Int)) {
    columns = LinearTap.all(from: source.width, to: destination.width)
    rows = LinearTap.all(from: source.height, to: destination.height)
    innerCount = columns.prefix { $0.second < source.width - 1 }.count
  }

  /// Numbers that a run needs memory for.
  var scratchCount: Int { 2 * lineLength }

  /// A row at the new width, and one number more.
  private var lineLength: Int { columns.count * 3 + 1 }

  /// - Parameters:
  ///   - source: the first pixel.
  ///   - bytesPerRow: from one row of the source to the next.
  ///   - lines: memory for ``scratchCount`` numbers.
  func run(
    _ source: UnsafePointer<UInt8>, bytesPerRow: Int, _ destination: UnsafeMutablePointer<UInt8>,
    _ lines: UnsafeMutablePointer<Float>
  ) {
    let count = columns.count * 3
    // Two source rows, already at the new width. Neighboring rows of the result mostly need the same ones.
    var upper = (line: lines, row: -1)
    var lower = (line: lines + lineLength, row: -1)

    for (y, tap) in rows.enumerated() {
      if upper.row != tap.first {
        if lower.row == tap.first {
          swap(&upper, &lower)
        } else {
          stretch(source + tap.first * bytesPerRow, into: upper.line)
          upper.row = tap.first
        }
      }
      if lower.row != tap.second {
        if tap.second == tap.first {
          lower.line.update(from: upper.line, count: count)
        } else {
          stretch(source + tap.second * bytesPerRow, into: lower.line)
        }
        lower.row = tap.second
      }
      let to = destination + y * count
      let fraction = tap.fraction
      let (top, bottom) = (upper.line, lower.line)
      for index in 0..<count {
        // An interpolated value leaves 0...255 by no more than a rounding error: the sum always fits.
        to[index] = UInt8(wholePartOf: top[index] + (bottom[index] - top[index]) * fraction + 0.5)
      }
    }
  }

  /// One source row at the new width.
  private func stretch(_ row: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<Float>) {
    columns.withUnsafeBufferPointer { columns in
      for index in 0..<innerCount {
        let tap = columns[index]
        let (left, right) = ((row + tap.first * 3).pixelAndNext, (row + tap.second * 3).pixelAndNext)
        (line + index * 3).store(left + (right - left) * tap.fraction)
      }
      for index in innerCount..<columns.count {
        let tap = columns[index]
        let (left, right) = ((row + tap.first * 3).pixel, (row + tap.second * 3).pixel)
        (line + index * 3).store(left + (right - left) * tap.fraction)
      }
    }
  }
}
