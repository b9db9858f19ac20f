/// The loops of ``Resampling/area``: each axis on its own, columns before rows.
struct AreaResize {
  private let sourceWidth: Int
  private let columns: [Window]
  private let rows: [Window]

  init(from source: (width: Int, height: Int), to destination: (width: Int, height: Int)) {
    sourceWidth = source.width
    columns = Window.all(from: source.width, to: destination.width)
    rows = Window.all(from: source.height, to: destination.height)
  }

  func run(_ source: UnsafePointer<UInt8>, _ destination: UnsafeMutablePointer<UInt8>) {
    let count = columns.count * 3
    let lines = UnsafeMutablePointer<Float>.allocate(capacity: count * 2)
    defer { lines.deallocate() }
    // One source row at the new width, which two rows of the result may share, and the sum of such rows.
    let (line, sum) = (lines, lines + count)
    var lineRow = -1

    for (y, window) in rows.enumerated() {
      sum.update(repeating: 0, count: count)
      for (offset, weight) in window.weights.enumerated() {
        let row = window.first + offset
        if lineRow != row {
          reduce(source + row * sourceWidth * 3, into: line)
          lineRow = row
        }
        for index in 0..<count { sum[index] += line[index] * weight }
      }
      let to = destination + y * count
      // Weights add up to 1: a sum leaves 0...255 by no more than a rounding error, and always fits.
      for index in 0..<count { to[index] = UInt8(sum[index] + 0.5) }
    }
  }

  /// One source row at the new width.
  private func reduce(_ row: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<Float>) {
    var to = line
    for window in columns {
      var from = row + window.first * 3
      var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
      for weight in window.weights {
        red += Float(from[0]) * weight
        green += Float(from[1]) * weight
        blue += Float(from[2]) * weight
        from += 3
      }
      (to[0], to[1], to[2]) = (red, green, blue)
      to += 3
    }
  }
}

extension AreaResize {
  /// The pixels on one axis that a pixel of the result is made of, and how much each counts.
  private struct Window {
    let first: Int
    /// They add up to 1.
    let weights: [Float]

    static func all(from sourceCount: Int, to destinationCount: Int) -> [Window] {
      guard sourceCount > destinationCount else {
        return LinearTap.all(from: sourceCount, to: destinationCount).map { tap in
          tap.second == tap.first
            ? Window(first: tap.first, weights: [1])
            : Window(first: tap.first, weights: [1 - tap.fraction, tap.fraction])
        }
      }
      let extent = Double(sourceCount) / Double(destinationCount)
      return (0..<destinationCount).map { index in
        let (start, end) = (Double(index) * extent, Double(index + 1) * extent)
        let first = Int(start)
        let last = min(Int(end.rounded(.up)), sourceCount)
        return Window(
          first: first,
          weights: (first..<last).map { Float((min(end, Double($0 + 1)) - max(start, Double($0))) / extent) })
      }
    }
  }
}
