#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// The start of all packed weights.
struct PackedHeader {
  enum Layout: Int { case panels, clampedPanels, floatPanels, units }

  var layout: Layout
  var columns: Int
  /// Products per result.
  var depth: Int
  /// Of the sums of each column's weights less their zero point.
  var sumsOffset: Int

  @inline(__always) static func sums(_ weights: UnsafeRawPointer) -> UnsafePointer<Int32> {
    (weights + weights.loadUnaligned(as: PackedHeader.self).sumsOffset).assumingMemoryBound(to: Int32.self)
  }
}

/// Rounds up to whole cache lines.
@inline(__always) func aligned(_ byteCount: Int) -> Int { (byteCount &+ 63) & ~63 }

/// Fills with zeros.
func clear(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
  for i in 0..<count { bytes.storeBytes(of: 0, toByteOffset: i, as: UInt8.self) }
}
#endif
