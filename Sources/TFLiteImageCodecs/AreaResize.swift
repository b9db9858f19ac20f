/// The loops of ``Resampling/area``: each axis on its own, rows before columns.
struct AreaResize {
  private let columns: AreaWindows
  private let rows: AreaWindows
  /// Channels in a row of the source.
  private let sourceLength: Int

  init(from source: (width: Int, height: Int), to destination: (width: Int, height: Int)) {
    columns = AreaWindows(from: source.width, to: destination.width)
    rows = AreaWindows(from: source.height, to: destination.height)
    sourceLength = source.width * 3
  }

  /// Numbers that a run needs memory for: a mean of source rows, a row of the result, and one number more behind each.
  var scratchCount: Int { sourceLength + 1 + columns.windows.count * 3 + 1 }

  /// - Parameters:
  ///   - source: the first pixel.
  ///   - bytesPerRow: from one row of the source to the next.
  ///   - lines: memory for ``scratchCount`` numbers.
  func run(
    _ source: UnsafePointer<UInt8>, bytesPerRow: Int, _ destination: UnsafeMutablePointer<UInt8>,
    _ lines: UnsafeMutablePointer<Float>
  ) {
    let count = columns.windows.count * 3
    let (mean, line) = (lines, lines + sourceLength + 1)
    for (y, window) in rows.windows.enumerated() {
      meanOfRows(source + window.first * bytesPerRow, bytesPerRow, window, into: mean)
      meansOfColumns(mean, into: line)
      let to = destination + y * count
      // Weights add up to 1: a mean leaves 0...255 by no more than a rounding error, and always fits.
      for index in 0..<count { to[index] = UInt8(wholePartOf: line[index] + 0.5) }
    }
  }

  /// The rows of a window as one.
  private func meanOfRows(
    _ first: UnsafePointer<UInt8>, _ bytesPerRow: Int, _ window: AreaWindows.Window,
    into mean: UnsafeMutablePointer<Float>
  ) {
    rows.weights.withUnsafeBufferPointer { weights in
      var index = 0
      while index + 16 <= sourceLength {
        var from = first + index
        // Four sums hide from each other how long an addition takes.
        var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        for place in window.places {
          let weight = weights[place]
          a += from.pixelAndNext * weight
          b += (from + 4).pixelAndNext * weight
          c += (from + 8).pixelAndNext * weight
          d += (from + 12).pixelAndNext * weight
          from += bytesPerRow
        }
        (mean + index).store(a)
        (mean + index + 4).store(b)
        (mean + index + 8).store(c)
        (mean + index + 12).store(d)
        index += 16
      }
      while index < sourceLength {
        var (from, sum) = (first + index, 0 as Float)
        for place in window.places {
          sum += Float(from.pointee) * weights[place]
          from += bytesPerRow
        }
        mean[index] = sum
        index += 1
      }
    }
  }

  /// A row at the new width.
  private func meansOfColumns(_ row: UnsafePointer<Float>, into line: UnsafeMutablePointer<Float>) {
    columns.windows.withUnsafeBufferPointer { windows in
      columns.weights.withUnsafeBufferPointer { weights in
        for (index, window) in windows.enumerated() {
          var (from, sum) = (row + window.first * 3, SIMD4<Float>.zero)
          for place in window.places {
            sum += from.pixelAndNext * weights[place]
            from += 3
          }
          (line + index * 3).store(sum)
        }
      }
    }
  }
}

/// The pixels on one axis that each pixel of the result is made of, and how much each of them counts.
private struct AreaWindows {
  struct Window {
    let first: Int
    /// Behind the last.
    let end: Int
    /// The place of the first one's weight.
    let firstWeight: Int

    /// Where the weights of its pixels stand.
    var places: Range<Int> { firstWeight..<firstWeight + (end - first) }
  }

  private(set) var windows: [Window] = []
  /// Those of each window add up to 1.
  private(set) var weights: [Float] = []

  init(from sourceCount: Int, to destinationCount: Int) {
    guard sourceCount > destinationCount else {
      for tap in LinearTap.all(from: sourceCount, to: destinationCount) {
        append(tap.first, tap.second == tap.first ? [1] : [1 - tap.fraction, tap.fraction])
      }
      return
    }
    let extent = Double(sourceCount) / Double(destinationCount)
    for index in 0..<destinationCount {
      let (start, end) = (Double(index) * extent, Double(index + 1) * extent)
      let first = Int(start)
      let last = min(Int(end.rounded(.up)), sourceCount)
      append(
        first, (first..<last).map { Float((min(end, Double($0 + 1)) - max(start, Double($0))) / extent) })
    }
  }

  private mutating func append(_ first: Int, _ weights: [Float]) {
    windows.append(Window(first: first, end: first + weights.count, firstWeight: self.weights.count))
    self.weights += weights
  }
}
