/// The specification of all operators that only move elements: nested loops around a copy of one run.
extension StridedCopy {
  /// Copies all runs, until the operator is stopped; the outermost level may be shared between threads.
  func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, workers: any Workers) {
    guard !isEmpty else { return }
    let (source, target) = (source + sourceOffset, target + targetOffset)
    guard let outermost = dimensions.first else {
      target.copyMemory(from: source, byteCount: runByteCount, workers)
      return
    }
    let bytesPerStep = byteCount / outermost.count
    workers.forEachRange(of: outermost.count, minimumCount: Self.bytesWorthSharing / bytesPerStep + 1) { range in
      var watch = StopWatch(workers)
      dimensions.withUnsafeBufferPointer { dimensions in
        copyInParts(
          dimensions, count: range.count, from: source + range.lowerBound &* outermost.sourceStride,
          to: target + range.lowerBound &* outermost.targetStride, workers, &watch)
      }
    }
  }

  /// Copying fewer bytes than this takes less time than handing them to another thread.
  private static var bytesWorthSharing: Int { 1 << 14 }

  /// Counting inside of a step of less work takes longer than it is worth.
  private static var workWorthCounting: Int { 1 << 16 }

  /// Copies the first `count` steps of the outermost of some levels, until the operator is stopped.
  private func copyInParts(
    _ levels: UnsafeBufferPointer<Dimension>, count: Int, from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer, _ workers: any Workers, _ watch: inout StopWatch
  ) {
    let level = levels[0]
    let inner = UnsafeBufferPointer(rebasing: levels[1...])
    // A run takes the time of some bytes, however short it is.
    let workOfStep = inner.reduce(runByteCount &+ 8) { $0 &* $1.count }
    guard workOfStep > Self.workWorthCounting else {
      return watch.forEachPart(of: 0..<count, stepsPerElement: workOfStep) { part in
        copy(
          levels, count: part.count, from: source + part.lowerBound &* level.sourceStride,
          to: target + part.lowerBound &* level.targetStride)
      }
    }
    for step in 0..<count {
      let (source, target) = (source + step &* level.sourceStride, target + step &* level.targetStride)
      if inner.isEmpty {
        target.copyMemory(from: source, byteCount: runByteCount, workers)
      } else {
        copyInParts(inner, count: inner[0].count, from: source, to: target, workers, &watch)
      }
      if watch.isOver(after: workOfStep) { return }
    }
  }

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
