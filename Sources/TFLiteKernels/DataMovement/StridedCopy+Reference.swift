/// The specification of all operators that only move elements: nested loops around a copy of one run.
extension StridedCopy {
  /// Copies all runs; the outermost level may be shared between threads.
  func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, workers: any Workers) {
    guard !isEmpty else { return }
    let (source, target) = (source + sourceOffset, target + targetOffset)
    guard let outermost = dimensions.first else {
      target.copyMemory(from: source, byteCount: runByteCount, workers)
      return
    }
    let bytesPerStep = byteCount / outermost.count
    workers.forEachRange(of: outermost.count, minimumCount: Self.bytesWorthSharing / bytesPerStep + 1) { range in
      dimensions.withUnsafeBufferPointer { dimensions in
        copy(
          dimensions, count: range.count, from: source + range.lowerBound &* outermost.sourceStride,
          to: target + range.lowerBound &* outermost.targetStride)
      }
    }
  }

  /// Copying fewer bytes than this takes less time than handing them to another thread.
  private static var bytesWorthSharing: Int { 1 << 14 }

  /// Copies the first `count` steps of the outermost of some levels.
  private func copy(
    _ levels: UnsafeBufferPointer<Dimension>, count: Int, from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer
  ) {
    let level = levels[0]
    guard levels.count > 1 else {
      copyRuns(level, count: count, from: source, to: target)
      return
    }
    let inner = UnsafeBufferPointer(rebasing: levels[1...])
    for step in 0..<count {
      copy(
        inner, count: inner[0].count, from: source + step &* level.sourceStride,
        to: target + step &* level.targetStride)
    }
  }

  private func copyRuns(
    _ level: Dimension, count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    target.copyRuns(
      of: runByteCount, count: count, from: source, sourceStride: level.sourceStride, targetStride: level.targetStride)
  }
}
