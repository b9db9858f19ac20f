#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// A block of rows for the tiles to go over: where each row's activations are and where its results go.
///
///     ┌───────────────┬──────────────────┬───────┬───────┬───┐
///     │ row addresses │ result addresses │ row 0 │ row 1 │...│
///     └───────────────┴──────────────────┴───────┴───────┴───┘
///
/// Addresses may point into a tensor or at the copied rows that follow. The last row's addresses are repeated, so that a
/// tile that is only partly needed computes the last row again, to the same place, instead of being another tile.
struct RowBlock {
  /// Rows are shared out in blocks of at most this many: a multiple of every tile's rows.
  private static var largestCapacity: Int { 96 }
  private static var repeatedRows: Int { 5 }
  /// Copied rows fill about half of a first-level cache.
  private static var copiedByteCount: Int { 16384 }
  /// How far the last copy may run past its end.
  private static var slack: Int { 192 }

  let scratch: UnsafeMutableRawPointer
  let rowByteCount: Int

  @inline(__always) init(_ scratch: UnsafeMutableRawPointer, rowByteCount: Int) {
    self.scratch = scratch
    self.rowByteCount = rowByteCount
  }

  /// How many rows the block has.
  @inline(__always) var capacity: Int { Self.capacity(rowByteCount) }

  private static func capacity(_ rowByteCount: Int) -> Int {
    max(12, min(largestCapacity, copiedByteCount / max(rowByteCount, 1) / 12 &* 12))
  }

  /// Enough for rows of `depth` elements of any type.
  static func byteCount(depth: Int) -> Int {
    // Narrower elements make smaller rows, but perhaps more of them.
    var largest = 0
    for size in [1, 2, 4] {
      let row = (depth &* size &+ 3) & ~3
      largest = max(largest, row &* capacity(row))
    }
    return addressesByteCount &+ largest &+ slack
  }

  private static var addressesByteCount: Int { 16 &* (largestCapacity &+ repeatedRows &+ 3) }

  @inline(__always) var rows: UnsafeMutablePointer<UnsafeRawPointer> {
    scratch.assumingMemoryBound(to: UnsafeRawPointer.self)
  }

  @inline(__always) var results: UnsafeMutablePointer<UnsafeMutableRawPointer> {
    (scratch + Self.addressesByteCount / 2).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
  }

  /// Where row `index` may be copied to.
  @inline(__always) func copy(_ index: Int) -> UnsafeMutableRawPointer {
    scratch + (Self.addressesByteCount &+ index &* rowByteCount)
  }

  /// Repeats the last of `count` rows.
  @inline(__always) func repeatLast(_ count: Int) {
    for i in count..<count &+ Self.repeatedRows {
      rows[i] = rows[count &- 1]
      results[i] = results[count &- 1]
    }
  }
}
#endif
