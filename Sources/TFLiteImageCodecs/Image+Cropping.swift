extension Image {
  /// A part of the picture.
  ///
  /// - Parameters:
  ///   - columns: The first column and the one behind the last.
  ///   - rows: The first row and the one behind the last.
  /// - Throws: ``ImageError/invalidSize(width:height:)`` where nothing of the picture is in the part: what lies outside
  ///   of the picture does not count.
  public func cropped(columns: Range<Int>, rows: Range<Int>) throws(ImageError) -> Image {
    let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
    guard !columns.isEmpty, !rows.isEmpty else { throw .invalidSize(width: columns.count, height: rows.count) }
    let rowBytes = columns.count * 3
    let part = try [UInt8](uninitialized: rowBytes * rows.count) { part in
      pixels.withUnsafeBufferPointer { pixels in
        guard let from = pixels.baseAddress, var to = part.baseAddress else { return }
        for y in rows {
          to.update(from: from + (y * width + columns.lowerBound) * 3, count: rowBytes)
          to += rowBytes
        }
      }
    }
    return Image(width: columns.count, height: rows.count, rgb: part)
  }
}
