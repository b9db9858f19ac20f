/// The run-length encodings of BMP files with 4 and 8 bits per pixel.
enum BMPRunLength {
  /// The palette indices of all pixels, from top to bottom. Pixels that the file passes over have index 0.
  ///
  /// The encoding is a sequence of pairs of bytes. `n v` with n > 0: n pixels of v (at 4 bits per pixel, the two halves
  /// of v alternate). `0 0`: end of row; `0 1`: end of picture; `0 2 dx dy`: go dx to the right and dy rows on;
  /// `0 n`: the next n pixels follow, padded to an even number of bytes. What would leave its row is cut off, which is
  /// what other decoders do.
  static func indices(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader) throws(ImageError) -> [UInt8] {
    let is4 = header.encoding == .runLength4
    let width = header.width
    let height = header.height
    return try [UInt8](uninitialized: width * height) { (indices) throws(ImageError) in
      indices.update(repeating: 0)
      var position = header.pixelOffset
      var x = 0
      var y = 0

      func next() throws(ImageError) -> Int {
        guard position < bytes.count else {
          throw .truncated(
            .bmp, detail: "the run-length encoding ends in row \(y) of \(height)", byteOffset: bytes.count)
        }
        defer { position += 1 }
        return Int(bytes[position])
      }

      while y < height {
        let row = (header.isTopDown ? y : height - 1 - y) * width
        let count = try next()
        let value = try next()
        switch (count, value) {
        case (0, 0):
          x = 0
          y += 1
        case (0, 1):
          return
        case (0, 2):
          x += try next()
          y += try next()
        case (0, _):
          let byteCount = is4 ? (value + 1) / 2 : value
          for index in 0..<byteCount {
            let byte = try next()
            if is4 {
              if x < width { indices[row + x] = UInt8(byte >> 4) }
              if x + 1 < width, index * 2 + 1 < value { indices[row + x + 1] = UInt8(byte & 15) }
              x += index * 2 + 1 < value ? 2 : 1
            } else {
              if x < width { indices[row + x] = UInt8(byte) }
              x += 1
            }
          }
          if byteCount % 2 == 1 { _ = try next() }
        default:
          let end = min(x + count, width)
          var alternate = 0
          while x + alternate < end {
            let index = is4 ? (alternate % 2 == 0 ? value >> 4 : value & 15) : value
            indices[row + x + alternate] = UInt8(index)
            alternate += 1
          }
          x += count
        }
      }
    }
  }
}
