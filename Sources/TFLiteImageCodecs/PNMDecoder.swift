/// The Netpbm formats P1 to P6. Of a file with several pictures, the first counts.
///
/// The formats: https://netpbm.sourceforge.net/doc/pbm.html, pgm.html and ppm.html.
enum PNMDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) -> Image {
    var reader = PNMReader(bytes: bytes, position: 2)
    // The format was recognized by this digit.
    let kind = bytes[1] - 0x30
    let width = try reader.number("the width")
    let height = try reader.number("the height")
    try limits.check(width: width, height: height)
    let size = Size(width: width, height: height, channels: kind % 3 == 0 ? 3 : 1)
    let isBitmap = kind % 3 == 1
    let isBinary = kind >= 4

    var maximum = 1
    if !isBitmap {
      maximum = try reader.number("the maximum value")
      guard (1...65535).contains(maximum) else {
        throw .corrupt(.pnm, detail: "the maximum value is \(maximum), not 1...65535", byteOffset: reader.position)
      }
    }
    if isBinary {
      // One byte of white space, no more: what follows may look like white space.
      guard reader.position < bytes.count else {
        throw .truncated(.pnm, detail: "the pixels are missing", byteOffset: reader.position)
      }
      guard PNMReader.isWhitespace(bytes[reader.position]) else {
        throw .corrupt(.pnm, detail: "no white space before the pixels", byteOffset: reader.position)
      }
      reader.position += 1
    }

    let rgb =
      switch (isBitmap, isBinary) {
      case (true, false): try bitmapText(&reader, size)
      case (true, true): try bitmap(reader, size)
      case (false, false): try samplesText(&reader, size, maximum)
      case (false, true): try samples(reader, size, maximum)
      }
    return Image(width: width, height: height, rgb: rgb)
  }

  private struct Size {
    let width: Int
    let height: Int
    /// Samples per pixel in the file: 1 or 3.
    let channels: Int
    var pixels: Int { width * height }
    var samples: Int { pixels * channels }
  }

  /// The nearest of 256 values to `sample / maximum`.
  @inline(__always)
  private static func byte(_ sample: Int, _ maximum: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (sample * 255 + maximum / 2) / maximum)
  }

  /// P2 and P3: numbers, separated by white space.
  private static func samplesText(
    _ reader: inout PNMReader, _ size: Size, _ maximum: Int
  ) throws(ImageError) -> [UInt8] {
    // Each number has a digit and, but for the last, a space.
    try requireBytes(size.samples * 2 - 1, reader)
    var walker = reader
    defer { reader = walker }
    return try [UInt8](uninitialized: size.pixels * 3) { (rgb) throws(ImageError) in
      let copies = 3 / size.channels
      for index in 0..<size.samples {
        let start = walker.position
        let sample = try walker.number("sample \(index)")
        guard sample <= maximum else { throw sampleTooLarge(sample, index, maximum, byteOffset: start) }
        for copy in 0..<copies { rgb[index * copies + copy] = byte(sample, maximum) }
      }
    }
  }

  /// P5 and P6: one byte per sample, or two (the high one first) where the maximum needs them.
  private static func samples(_ reader: PNMReader, _ size: Size, _ maximum: Int) throws(ImageError) -> [UInt8] {
    let bytesPerSample = maximum < 256 ? 1 : 2
    try requireBytes(size.samples * bytesPerSample, reader)
    return try [UInt8](uninitialized: size.pixels * 3) { (rgb) throws(ImageError) in
      guard let start = reader.bytes.baseAddress, let to = rgb.baseAddress else { return }
      let from = (start + reader.position).assumingMemoryBound(to: UInt8.self)
      if maximum == 255, size.channels == 3 {
        to.update(from: from, count: size.samples)
        return
      }
      let table = bytesPerSample == 1 ? (0...255).map { byte(min($0, maximum), maximum) } : []
      let copies = 3 / size.channels
      for index in 0..<size.samples {
        let sample: Int
        let value: UInt8
        if bytesPerSample == 1 {
          sample = Int(from[index])
          value = table[sample]
        } else {
          sample = Int(from[index * 2]) << 8 | Int(from[index * 2 + 1])
          value = byte(min(sample, maximum), maximum)
        }
        guard sample <= maximum else {
          throw sampleTooLarge(sample, index, maximum, byteOffset: reader.position + index * bytesPerSample)
        }
        for copy in 0..<copies { to[index * copies + copy] = value }
      }
    }
  }

  /// P1: a digit 0 (white) or 1 (black) per pixel; no separators are needed.
  private static func bitmapText(_ reader: inout PNMReader, _ size: Size) throws(ImageError) -> [UInt8] {
    try requireBytes(size.pixels, reader)
    var walker = reader
    defer { reader = walker }
    return try [UInt8](uninitialized: size.pixels * 3) { (rgb) throws(ImageError) in
      for index in 0..<size.pixels {
        walker.skipSpace()
        guard walker.position < walker.bytes.count else {
          throw .truncated(.pnm, detail: "pixel \(index) is missing", byteOffset: walker.position)
        }
        let digit = walker.bytes[walker.position]
        guard digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
          throw .corrupt(.pnm, detail: "pixel \(index) is neither 0 nor 1", byteOffset: walker.position)
        }
        walker.position += 1
        let value: UInt8 = digit == UInt8(ascii: "0") ? 255 : 0
        for channel in 0..<3 { rgb[index * 3 + channel] = value }
      }
    }
  }

  /// P4: a bit per pixel, 1 is black; the most significant bit is the leftmost, rows begin at whole bytes.
  private static func bitmap(_ reader: PNMReader, _ size: Size) throws(ImageError) -> [UInt8] {
    let bytesPerRow = (size.width + 7) / 8
    try requireBytes(bytesPerRow * size.height, reader)
    return try [UInt8](uninitialized: size.pixels * 3) { rgb in
      guard let start = reader.bytes.baseAddress, var to = rgb.baseAddress else { return }
      for y in 0..<size.height {
        let row = (start + reader.position + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
        for x in 0..<size.width {
          let value: UInt8 = row[x / 8] << UInt8(x % 8) & 0x80 == 0 ? 255 : 0
          to[0] = value
          to[1] = value
          to[2] = value
          to += 3
        }
      }
    }
  }

  /// - Throws: ``ImageError/truncated(_:detail:byteOffset:)`` where fewer than `count` bytes are left.
  private static func requireBytes(_ count: Int, _ reader: PNMReader) throws(ImageError) {
    let left = reader.bytes.count - reader.position
    guard left >= count else {
      throw .truncated(
        .pnm, detail: "the pixels take at least \(count) bytes, and \(left) are left", byteOffset: reader.bytes.count)
    }
  }

  private static func sampleTooLarge(_ sample: Int, _ index: Int, _ maximum: Int, byteOffset: Int) -> ImageError {
    .corrupt(.pnm, detail: "sample \(index) is \(sample), the maximum value is \(maximum)", byteOffset: byteOffset)
  }
}
