#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// The start of all packed weights.
struct PackedHeader {
  enum Layout: Int { case panels, clampedPanels, floatPanels, units }

  var layout: Layout
  var columns: Int
  /// Products per result.
  var depth: Int
  /// Of the sums of each column's weights less their zero point. A byte for each column follows: whether it is idle.
  var sumsOffset: Int

  @inline(__always) static func sums(_ weights: UnsafeRawPointer) -> UnsafePointer<Int32> {
    (weights + weights.loadUnaligned(as: PackedHeader.self).sumsOffset).assumingMemoryBound(to: Int32.self)
  }

  /// Whether all weights of a column are zero, which quantizing makes of channels that have died in training.
  @inline(__always) static func areIdle(_ weights: UnsafeRawPointer) -> UnsafePointer<Bool> {
    let columns = weights.loadUnaligned(as: PackedHeader.self).columns
    return UnsafeRawPointer(sums(weights) + columns).assumingMemoryBound(to: Bool.self)
  }

  /// Of the sums, and of whether columns are idle.
  @inline(__always) static func sumsByteCount(columns: Int) -> Int { 5 &* columns }

  /// Writes both.
  static func writeSums(
    to block: UnsafeMutableRawPointer, columns: Int, _ column: (Int) -> (sum: Int32, isIdle: Bool)
  ) {
    let sums = block.assumingMemoryBound(to: Int32.self)
    let areIdle = (block + 4 &* columns).assumingMemoryBound(to: Bool.self)
    for i in 0..<columns { (sums[i], areIdle[i]) = column(i) }
  }
}

/// Rounds up to whole cache lines.
@inline(__always) func aligned(_ byteCount: Int) -> Int { (byteCount &+ 63) & ~63 }

/// Fills with zeros.
func clear(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
  for i in 0..<count { bytes.storeBytes(of: 0, toByteOffset: i, as: UInt8.self) }
}
#endif
