// Pixels as vectors: what the loops that scale pictures compute with. Lanes are rounded as single numbers are.

extension UnsafePointer<UInt8> {
  /// The three channels of a pixel, and the byte behind it, which must be there; or any four bytes.
  @inline(__always)
  var pixelAndNext: SIMD4<Float> {
    let bytes = UnsafeRawPointer(self).loadUnaligned(as: SIMD4<UInt8>.self)
    return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
  }

  /// The three channels of a pixel, and 0.
  @inline(__always)
  var pixel: SIMD4<Float> { SIMD4(Float(self[0]), Float(self[1]), Float(self[2]), 0) }
}

extension UnsafePointer<Float> {
  /// The three channels of a pixel, and the number behind it, which must be there.
  @inline(__always)
  var pixelAndNext: SIMD4<Float> { UnsafeRawPointer(self).loadUnaligned(as: SIMD4<Float>.self) }
}

extension UnsafeMutablePointer<Float> {
  /// Stores the channels of a pixel, and a fourth number behind them.
  @inline(__always)
  func store(_ pixel: SIMD4<Float>) { UnsafeMutableRawPointer(self).storeBytes(of: pixel, as: SIMD4<Float>.self) }
}

extension UInt8 {
  /// A number of at least 0 and less than 256 without its fraction.
  ///
  /// As a sum with 2^23 its nearest whole number stands in the lowest bits, which is one too many where it is above. There
  /// are no checks, unlike in the initializer of the standard library, so that loops become vectors.
  @inline(__always)
  init(wholePartOf number: Float) {
    let shifted = number + 0x1p23
    let excess: UInt32 = shifted - 0x1p23 > number ? 1 : 0
    self.init(truncatingIfNeeded: shifted.bitPattern &- excess)
  }
}
