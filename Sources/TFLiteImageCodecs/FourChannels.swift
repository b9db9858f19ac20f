/// What becomes of pixels of four bytes.
enum FourChannels {
  /// Lays RGB with an alpha channel over white: `(color * alpha + 255 * (255 - alpha)) / 255`, rounded to nearest.
  static func composedOverWhite(rgba: [UInt8]) throws(ImageError) -> [UInt8] {
    try rgb(from: rgba) { pixel in
      let alpha = UInt32(pixel[3])
      let white = 255 * (255 - alpha)
      return (
        dividedBy255(UInt32(pixel[0]) * alpha + white), dividedBy255(UInt32(pixel[1]) * alpha + white),
        dividedBy255(UInt32(pixel[2]) * alpha + white)
      )
    }
  }

  /// Turns inks into light. A channel's light is `(255 - ink) * (255 - black) / 255`, rounded to nearest.
  ///
  /// - Parameter inverted: The values are `255 - ink`, as in files with an Adobe marker.
  static func rgb(cmyk: [UInt8], inverted: Bool) throws(ImageError) -> [UInt8] {
    let mask: UInt8 = inverted ? 0 : 255
    return try rgb(from: cmyk) { pixel in
      let black = UInt32(pixel[3] ^ mask)
      return (
        dividedBy255(UInt32(pixel[0] ^ mask) * black), dividedBy255(UInt32(pixel[1] ^ mask) * black),
        dividedBy255(UInt32(pixel[2] ^ mask) * black)
      )
    }
  }

  /// Rounds to nearest; exact for all products of two bytes.
  @inline(__always)
  private static func dividedBy255(_ value: UInt32) -> UInt8 {
    let biased = value + 128
    return UInt8(truncatingIfNeeded: (biased + biased >> 8) >> 8)
  }

  @inline(__always)
  private static func rgb(
    from fourChannels: [UInt8], _ convert: (UnsafePointer<UInt8>) -> (UInt8, UInt8, UInt8)
  ) throws(ImageError) -> [UInt8] {
    try [UInt8](uninitialized: fourChannels.count / 4 * 3) { rgb in
      fourChannels.withUnsafeBufferPointer { source in
        guard var from = source.baseAddress, var to = rgb.baseAddress else { return }
        for _ in 0..<source.count / 4 {
          (to[0], to[1], to[2]) = convert(from)
          from += 4
          to += 3
        }
      }
    }
  }
}
