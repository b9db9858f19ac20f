/// Boxes with their ranks, which are sorted without allocation.
struct Candidates {
  /// The rank in the high half, the box in the low one.
  private var entries: UnsafeMutablePointer<UInt64>
  private var spare: UnsafeMutablePointer<UInt64>
  private(set) var count = 0

  static func byteCount(capacity: Int) -> Int { 2 * 8 * capacity }

  /// - Parameter memory: ``byteCount(capacity:)`` bytes.
  init(_ memory: UnsafeMutableRawPointer, capacity: Int) {
    entries = memory.bindMemory(to: UInt64.self, capacity: 2 * capacity)
    spare = entries + capacity
  }

  @inline(__always)
  subscript(index: Int) -> Int { Int(UInt32(truncatingIfNeeded: entries[index])) }

  @inline(__always)
  mutating func append(_ box: Int, rank: UInt32) {
    entries[count] = UInt64(rank) << 32 | UInt64(UInt32(truncatingIfNeeded: box))
    count += 1
  }

  /// The highest rank first; equal ones stay in their order.
  mutating func sort(rankByteCount: Int) {
    guard count > 16 else { return insertionSort() }
    for byte in 0..<rankByteCount { countingSort(UInt64(32 + 8 * byte)) }
  }

  private mutating func insertionSort() {
    for index in 1..<max(1, count) {
      let entry = entries[index]
      var hole = index
      while hole > 0, entries[hole - 1] >> 32 < entry >> 32 {
        entries[hole] = entries[hole - 1]
        hole -= 1
      }
      entries[hole] = entry
    }
  }

  /// By one byte of the ranks.
  private mutating func countingSort(_ shift: UInt64) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { starts in
      starts.initialize(repeating: 0)
      for index in 0..<count { starts[Int(entries[index] >> shift & 255)] += 1 }
      // All alike: nothing to do.
      if Int(starts[Int(entries[0] >> shift & 255)]) == count { return }
      var next: Int32 = 0
      for byte in (0..<256).reversed() {
        let size = starts[byte]
        starts[byte] = next
        next += size
      }
      for index in 0..<count {
        let entry = entries[index]
        let byte = Int(entry >> shift & 255)
        spare[Int(starts[byte])] = entry
        starts[byte] += 1
      }
      swap(&entries, &spare)
    }
  }
}
