#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Adds up each channel's bytes over `pixels` pixels.
  ///
  /// - Parameters:
  ///   - input: readable for 64 bytes past its end.
  ///   - sums: one int32 for each channel, to which the bytes are added.
  @inline(never)
  public static func sumPixels(
    input: UnsafeRawPointer, pixels: Int, pixelStride: Int, channels: Int, isSigned: Bool,
    sums: UnsafeMutablePointer<Int32>
  ) {
    let flip = ByteVector(repeating: isSigned ? 0x80 : 0)
    let offset = isSigned ? 128 &* Int32(truncatingIfNeeded: pixels) : 0
    var channel = 0
    while channel < channels {
      var total = InlineArray<4, Int32Vector>(repeating: Int32Vector())
      var pixel = input + channel
      for _ in 0..<pixels {
        let words = widen(xor(pixel.loadUnaligned(as: ByteVector.self), flip))
        for v in 0..<4 { total[unchecked: v] &+= words[unchecked: v] }
        pixel += pixelStride
      }
      for i in 0..<min(channels &- channel, ByteVector.scalarCount) {
        // The order of `widen`: byte 16 p + 4 v + e is lane 4 p + e of vector v.
        sums[channel &+ i] &+= total[i / 4 % 4][i / 16 &* 4 &+ i % 4] &- offset
      }
      channel &+= ByteVector.scalarCount
    }
  }
}
#endif
