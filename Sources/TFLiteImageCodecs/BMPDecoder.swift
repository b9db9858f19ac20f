/// Windows and OS/2 bitmaps.
enum BMPDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) -> Image {
    let header = try BMPHeader(bytes, limits)
    let rgb: [UInt8]
    switch header.encoding {
    case .runLength4, .runLength8:
      rgb = try colors(ofIndices: try BMPRunLength.indices(bytes, header), header)
    case .plain:
      try requirePixels(bytes, header)
      switch header.bitsPerPixel {
      case 1...8:
        rgb = try colors(ofIndices: try unpackedIndices(bytes, header), header)
      case 24:
        rgb = try blueGreenRed(bytes, header)
      default:
        rgb = try maskedColors(bytes, header)
      }
    }
    return Image(width: header.width, height: header.height, rgb: rgb)
  }

  /// Rows are padded to 4 bytes.
  private static func bytesPerRow(_ header: BMPHeader) -> Int {
    (header.width * header.bitsPerPixel + 31) / 32 * 4
  }

  /// - Throws: ``ImageError/truncated(_:detail:byteOffset:)``. The padding of the last row may be missing.
  private static func requirePixels(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader) throws(ImageError) {
    let needed = bytesPerRow(header) * (header.height - 1) + (header.width * header.bitsPerPixel + 7) / 8
    let left = bytes.count - header.pixelOffset
    guard left >= needed else {
      throw .truncated(.bmp, detail: "the pixels take \(needed) bytes, and \(left) are left", byteOffset: bytes.count)
    }
  }

  /// Calls `body` for each row of the file's pixels, with the row's place in the picture.
  @inline(__always)
  private static func forEachRow(
    _ bytes: UnsafeRawBufferPointer, _ header: BMPHeader, _ body: (UnsafePointer<UInt8>, Int) -> Void
  ) {
    guard let start = bytes.baseAddress else { return }
    let bytesPerRow = bytesPerRow(header)
    for index in 0..<header.height {
      let row = start + header.pixelOffset + index * bytesPerRow
      body(row.assumingMemoryBound(to: UInt8.self), header.isTopDown ? index : header.height - 1 - index)
    }
  }

  // MARK: Pixels that refer to a palette

  /// The palette indices of pixels of 1, 2, 4 or 8 bits, from top to bottom. The most significant bits are the leftmost
  /// pixel.
  private static func unpackedIndices(
    _ bytes: UnsafeRawBufferPointer, _ header: BMPHeader
  ) throws(ImageError) -> [UInt8] {
    try [UInt8](uninitialized: header.width * header.height) { indices in
      guard let first = indices.baseAddress else { return }
      let bits = header.bitsPerPixel
      let pixelsPerByte = 8 / bits
      let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
      forEachRow(bytes, header) { row, y in
        let to = first + y * header.width
        if bits == 8 {
          to.update(from: row, count: header.width)
        } else {
          for x in 0..<header.width {
            let shift = 8 - bits * (x % pixelsPerByte + 1)
            to[x] = row[x / pixelsPerByte] >> UInt8(truncatingIfNeeded: shift) & mask
          }
        }
      }
    }
  }

  private static func colors(ofIndices indices: [UInt8], _ header: BMPHeader) throws(ImageError) -> [UInt8] {
    let palette = header.palette
    if let wrong = indices.firstIndex(where: { $0 >= palette.count }) {
      throw .corrupt(
        .bmp,
        detail: "the pixel in row \(wrong / header.width), column \(wrong % header.width) has color \(indices[wrong])"
          + " of a palette of \(palette.count)", byteOffset: header.pixelOffset)
    }
    return try [UInt8](uninitialized: indices.count * 3) { rgb in
      palette.withUnsafeBufferPointer { palette in
        guard let palette = palette.baseAddress, var to = rgb.baseAddress else { return }
        for index in indices {
          let color = palette[Int(index)]
          to[0] = color.red
          to[1] = color.green
          to[2] = color.blue
          to += 3
        }
      }
    }
  }

  // MARK: Pixels that are colors

  /// Pixels of 24 bits.
  private static func blueGreenRed(
    _ bytes: UnsafeRawBufferPointer, _ header: BMPHeader
  ) throws(ImageError) -> [UInt8] {
    try [UInt8](uninitialized: header.width * header.height * 3) { rgb in
      guard let first = rgb.baseAddress else { return }
      forEachRow(bytes, header) { row, y in
        let to = first + y * header.width * 3
        for x in 0..<header.width {
          to[x * 3] = row[x * 3 + 2]
          to[x * 3 + 1] = row[x * 3 + 1]
          to[x * 3 + 2] = row[x * 3]
        }
      }
    }
  }

  /// Pixels of 16 or 32 bits.
  private static func maskedColors(
    _ bytes: UnsafeRawBufferPointer, _ header: BMPHeader
  ) throws(ImageError) -> [UInt8] {
    let red = Channel(mask: header.masks.red)
    let green = Channel(mask: header.masks.green)
    let blue = Channel(mask: header.masks.blue)
    let alpha = Channel(mask: header.masks.alpha)
    // Many programs leave an alpha channel behind that is 0 everywhere and means nothing.
    var hasAlpha = false
    if header.masks.alpha != 0 {
      forEachPixel(bytes, header) { pixel, _ in hasAlpha = hasAlpha || alpha.value(pixel) != 0 }
    }
    if hasAlpha {
      return try FourChannels.composedOverWhite(
        rgba: try [UInt8](uninitialized: header.width * header.height * 4) { rgba in
          guard let first = rgba.baseAddress else { return }
          forEachPixel(bytes, header) { pixel, index in
            let to = first + index * 4
            to[0] = red.value(pixel)
            to[1] = green.value(pixel)
            to[2] = blue.value(pixel)
            to[3] = alpha.value(pixel)
          }
        })
    }
    return try [UInt8](uninitialized: header.width * header.height * 3) { rgb in
      guard let first = rgb.baseAddress else { return }
      forEachPixel(bytes, header) { pixel, index in
        let to = first + index * 3
        to[0] = red.value(pixel)
        to[1] = green.value(pixel)
        to[2] = blue.value(pixel)
      }
    }
  }

  /// Calls `body` with each pixel of 16 or 32 bits and its index in the picture.
  @inline(__always)
  private static func forEachPixel(
    _ bytes: UnsafeRawBufferPointer, _ header: BMPHeader, _ body: (UInt32, Int) -> Void
  ) {
    let is32 = header.bitsPerPixel == 32
    forEachRow(bytes, header) { row, y in
      for x in 0..<header.width {
        let pixel: UInt32
        if is32 {
          pixel = UnsafeRawPointer(row + x * 4).loadUnaligned(as: UInt32.self).littleEndian
        } else {
          pixel = UInt32(UnsafeRawPointer(row + x * 2).loadUnaligned(as: UInt16.self).littleEndian)
        }
        body(pixel, y * header.width + x)
      }
    }
  }

  /// One channel's bits in a pixel.
  private struct Channel {
    let mask: UInt32
    let shift: UInt32
    let maximum: UInt64

    init(mask: UInt32) {
      self.mask = mask
      // An absent channel is 0 everywhere.
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      maximum = mask == 0 ? 1 : UInt64(mask >> shift)
    }

    /// The nearest of 256 values.
    @inline(__always)
    func value(_ pixel: UInt32) -> UInt8 {
      let bits = (pixel & mask) >> shift
      if maximum == 255 { return UInt8(truncatingIfNeeded: bits) }
      return UInt8(truncatingIfNeeded: (UInt64(bits) * 255 + maximum / 2) / maximum)
    }
  }
}
