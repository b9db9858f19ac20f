extension Image {
  /// The luma of each pixel, `width * height` bytes: `0.299 red + 0.587 green + 0.114 blue` (ITU-R BT.601), with
  /// 16-bit fractions of the weights, rounded to nearest. A gray pixel keeps its value.
  ///
  /// For models whose input has one channel.
  ///
  /// - Throws: ``ImageError/outOfMemory(byteCount:)``.
  public func grayscalePixels() throws(ImageError) -> [UInt8] {
    try [UInt8](uninitialized: width * height) { luma in
      pixels.withUnsafeBufferPointer { pixels in
        guard var from = pixels.baseAddress, let to = luma.baseAddress else { return }
        for index in 0..<luma.count {
          to[index] = Self.luma(from)
          from += 3
        }
      }
    }
  }

  /// The luma of red, green and blue, which follow each other in memory.
  @inline(__always)
  package static func luma(_ pixel: UnsafePointer<UInt8>) -> UInt8 {
    // The weights times 65536; their sum is 65536.
    let sum = UInt32(pixel[0]) * 19595 + UInt32(pixel[1]) * 38470 + UInt32(pixel[2]) * 7471
    return UInt8(truncatingIfNeeded: (sum + 32768) >> 16)
  }
}
