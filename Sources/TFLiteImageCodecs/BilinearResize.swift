/// The loops of ``Resampling/bilinear``.
struct BilinearResize {
  private let sourceWidth: Int
  private let columns: [LinearTap]
  private let rows: [LinearTap]

  init(from source: (width: Int, height: Int), to destination: (width: Int, height: Int)) {
    sourceWidth = source.width
    columns = LinearTap.all(from: source.width, to: destination.width)
    rows = LinearTap.all(from: source.height, to: destination.height)
  }

  func run(_ source: UnsafePointer<UInt8>, _ destination: UnsafeMutablePointer<UInt8>) {
    let count = columns.count * 3
    // Two source rows, already at the new width. Neighboring rows of the result mostly need the same ones.
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
