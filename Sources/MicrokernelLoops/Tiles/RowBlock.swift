#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// A block of rows for the tiles to go over: where each row's activations are and where its results go.
///
///     ┌──────────────────┬───────────────────────────┬───────────────────────────┬───┬───────┬───────┬───┐
///     │ result addresses │ addresses of rows (run 0) │ addresses of rows (run 1) │...│ row 0 │ row 1 │...│
///     └──────────────────┴───────────────────────────┴───────────────────────────┴───┴───────┴───────┴───┘
///
/// A row lies in one place, or in as many *runs* as the kernel has rows. Addresses may point into a tensor or at the copied rows that follow. The last row's addresses are repeated, so that a
/// tile that is only partly needed computes the last row again, to the same place, instead of being another tile. Where an
/// instruction takes pairs of rows, paired copies of all rows follow.
struct RowBlock {
  /// Rows are shared out in blocks of at most this many: a multiple of every tile's rows.
  private static var largestCapacity: Int { 96 }
  /// As many rows more go with the last block: each further block is one more way through all weights.
  private static var leftoverRows: Int { 4 }
  static var repeatedRows: Int { 5 }
  /// Copied rows fill about half of a first-level cache.
  private static var copiedByteCount: Int { 16384 }
  /// How far the last copy may run past its end.
  private static var slack: Int { 192 }

  /// Room for the addresses of a whole block, in vectors.
  @inline(__always) static var addressCount: Int { (largestCapacity &+ leftoverRows &+ repeatedRows &+ 7) & ~7 }

  let scratch: UnsafeMutableRawPointer
  let rowByteCount: Int
  let runs: Int

  @inline(__always) init(_ scratch: UnsafeMutableRawPointer, rowByteCount: Int, runs: Int) {
    self.scratch = scratch
    self.rowByteCount = rowByteCount
    self.runs = runs
  }

  /// How many of so many rows the next block takes.
  @inline(__always) func count(of rows: Int) -> Int {
    rows <= Self.largestCount(rowByteCount) ? rows : Self.capacity(rowByteCount)
  }

  private static func capacity(_ rowByteCount: Int) -> Int {
    max(12, min(largestCapacity, copiedByteCount / max(rowByteCount, 1) / 12 &* 12))
  }

  static func largestCount(_ rowByteCount: Int) -> Int { capacity(rowByteCount) &+ leftoverRows }

  /// Enough for rows of `depth` elements of any type.
  static func byteCount(depth: Int, runs: Int) -> Int {
    // Narrower elements make smaller rows, but perhaps more of them.
    var largest = 0
    for size in [1, 2, 4] {
      let row = (depth &* size &+ 3) & ~3
      largest = max(largest, row &* largestCount(row))
    }
    // Behind rows of bytes, what becomes of them where they are clamped.
    let row = (depth &+ 3) & ~3
    let clamped = ClampedRows.byteCount(rowByteCount: row)
    if clamped > 0 { largest = max(largest, largestCount(row) &* row &+ slack &+ 64 &+ clamped) }
    if EntryPoints.pairsRows {
      // Bytes, eight deep: all rows, then their pairs and one of the last row with itself.
      let row = (depth &+ 7) & ~7
      largest = 2 &* (largestCount(row) &+ 1) &* row &+ slack
    }
    return addressesByteCount(runs: runs) &+ largest &+ slack
  }

  private static func addressesByteCount(runs: Int) -> Int { 8 &* addressCount &* (runs &+ 1) }

  @inline(__always) var results: UnsafeMutablePointer<UnsafeMutableRawPointer> {
    scratch.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
  }

  /// The addresses of the rows' first runs; those of the next run stand ``addressCount`` further.
  @inline(__always) var rows: UnsafeMutablePointer<UnsafeRawPointer> {
    (scratch + 8 &* Self.addressCount).assumingMemoryBound(to: UnsafeRawPointer.self)
  }

  /// Says that the runs of row `index` lie `step` bytes apart, the first at `address`.
  @inline(__always) func setRow(_ index: Int, _ address: UnsafeRawPointer, step: Int) {
    for run in 0..<runs { rows[run &* Self.addressCount &+ index] = address + run &* step }
  }

  /// Lists the addresses of the rows from `index` on in one run, the first at `address` and each `step` bytes behind the
  /// one before. Up to three more rows are listed, for which there is room: rows come in order, so that what follows
  /// replaces them.
  @inline(__always) func setRows(_ index: Int, run: Int, _ address: UnsafeRawPointer, step: Int, count: Int) {
    list(at: rows + (run &* Self.addressCount &+ index), Int(bitPattern: address), step: step, count: count)
  }

  /// The same for where results go.
  @inline(__always) func setResults(_ index: Int, _ address: UnsafeMutableRawPointer, step: Int, count: Int) {
    list(at: results + index, Int(bitPattern: address), step: step, count: count)
  }

  @inline(__always) private func list(at target: UnsafeMutableRawPointer, _ address: Int, step: Int, count: Int) {
    var addresses = SIMD4(address, address &+ step, address &+ 2 &* step, address &+ 3 &* step)
    for offset in stride(from: 0, to: 8 &* count, by: 32) {
      target.storeBytes(of: addresses, toByteOffset: offset, as: SIMD4<Int>.self)
      addresses &+= 4 &* step
    }
  }

  /// Where row `index` may be copied to.
  @inline(__always) func copy(_ index: Int) -> UnsafeMutableRawPointer {
    scratch + (Self.addressesByteCount(runs: runs) &+ index &* rowByteCount)
  }

  /// What follows the copied rows of a whole block, aligned to cache lines.
  var afterCopies: UnsafeMutableRawPointer {
    scratch
      + aligned(
        Self.addressesByteCount(runs: runs) &+ Self.largestCount(rowByteCount) &* rowByteCount &+ Self.slack)
  }

  /// Copies `count` rows once more, pair by pair: eight bytes of the one, eight of the other, and so on. Row addresses then
  /// point there, those of the second rows eight bytes into the pair.
  @inline(never)
  func pairRows(_ count: Int) {
    var target = copy(Self.largestCount(rowByteCount)) + Self.slack
    var row = 0
    while row < count &+ Self.repeatedRows {
      // The first pair that is the last row twice serves all that follow.
      if row &- 2 >= count {
        rows[row] = rows[row &- 2]
        rows[row &+ 1] = rows[row &- 1]
      } else {
        let (first, second) = (rows[row], rows[row &+ 1])
        rows[row] = UnsafeRawPointer(target)
        rows[row &+ 1] = UnsafeRawPointer(target) + 8
        for offset in stride(from: 0, to: rowByteCount, by: 8) {
          target.storeBytes(of: first.loadUnaligned(fromByteOffset: offset, as: Int64.self), as: Int64.self)
          target.storeBytes(
            of: second.loadUnaligned(fromByteOffset: offset, as: Int64.self), toByteOffset: 8, as: Int64.self)
          target += 16
        }
      }
      row &+= 2
    }
  }

  /// Repeats the last of `count` rows.
  @inline(__always) func repeatLast(_ count: Int) {
    for i in count..<count &+ Self.repeatedRows {
      for run in 0..<runs {
        let first = run &* Self.addressCount
        rows[first &+ i] = rows[first &+ count &- 1]
      }
      results[i] = results[count &- 1]
    }
  }
}
#endif
