/// Copies that a stopped run leaves half-done: those of gigabytes take as long as other operators.
extension UnsafeMutableRawPointer {
  /// Copies bytes, until the run is stopped.
  func copyMemory(from source: UnsafeRawPointer, byteCount: Int, _ workers: any Workers) {
    guard byteCount > Self.bytesAtOnce else { return copyMemory(from: source, byteCount: byteCount) }
    var watch = StopWatch(workers)
    for start in stride(from: 0, to: byteCount, by: Self.bytesAtOnce) {
      let count = min(byteCount - start, Self.bytesAtOnce)
      (self + start).copyMemory(from: source + start, byteCount: count)
      if watch.isOver(after: count) { return }
    }
  }

  /// Sets bytes to a value, until the run is stopped.
  func fill(with byte: UInt8, byteCount: Int, _ workers: any Workers) {
    var watch = StopWatch(workers)
    for start in stride(from: 0, to: byteCount, by: Self.bytesAtOnce) {
      let count = min(byteCount - start, Self.bytesAtOnce)
      (self + start).initializeMemory(as: UInt8.self, repeating: byte, count: count)
      if watch.isOver(after: count) { return }
    }
  }

  /// Some milliseconds' worth.
  private static var bytesAtOnce: Int { 1 << 24 }
}
