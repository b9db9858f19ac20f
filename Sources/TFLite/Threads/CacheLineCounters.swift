import Synchronization

/// Counters that threads change and wait for, each in a cache line of its own: who changes one does not take another away
/// from those who look at it.
struct CacheLineCounters: ~Copyable, @unchecked Sendable {
  private let lines: UnsafeMutableRawPointer

  /// Two lines of 64 bytes, which some processors fetch together.
  private static let stride = 128

  init(count: Int) {
    lines = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
    for index in 0..<count {
      (lines + index * Self.stride).bindMemory(to: Atomic<Int>.self, capacity: 1).initialize(to: Atomic(0))
    }
  }

  deinit { lines.deallocate() }

  subscript(index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (lines + index * Self.stride).assumingMemoryBound(to: Atomic<Int>.self)
  }
}
