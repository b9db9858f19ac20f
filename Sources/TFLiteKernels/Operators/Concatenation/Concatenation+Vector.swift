import TFLiteMicrokernels

/// CONCATENATION by copying runs of bytes, and by tables where uint8 values are rescaled.
struct VectorConcatenation: Sendable {
  private struct Source: Sendable {
    /// Which input.
    let position: Int
    let operand: VectorOperand
    var bytesPerRun: Int
    var targetOffset: Int
    /// nil copies.
    let rescaling: VectorLookupTable?
  }

  private var sources: [Source]
  private var runs: Int
  private var bytesPerRun: Int

  init(_ context: OperatorContext, _ kernels: any TableMicrokernels.Type, _ concatenation: Concatenation)
    throws(KernelError)
  {
    var sources: [Source] = []
    var offset = 0
    for (position, byteCount) in concatenation.bytesPerRun.enumerated() where byteCount > 0 {
      let rescaling = concatenation.rescalings[position].map { rescaling in
        VectorLookupTable(kernels, (UInt8.min...UInt8.max).map(rescaling.apply))
      }
      sources.append(
        Source(
          position: position, operand: try VectorOperand(context, input: position, isOverRead: rescaling != nil),
          bytesPerRun: byteCount,
          targetOffset: offset, rescaling: rescaling))
      offset &+= byteCount
    }
    self.sources = sources
    runs = concatenation.runs
    bytesPerRun = offset
  }

  /// The same of inputs with their dimensions in another order.
  func laidOut(as concatenation: Concatenation) -> VectorConcatenation {
    var other = self
    other.runs = concatenation.runs
    other.bytesPerRun = 0
    for index in sources.indices {
      other.sources[index].bytesPerRun = concatenation.bytesPerRun[sources[index].position]
      other.sources[index].targetOffset = other.bytesPerRun
      other.bytesPerRun &+= other.sources[index].bytesPerRun
    }
    return other
  }

  /// Copying fewer bytes than this takes less time than handing them to another thread.
  private static let bytesWorthSharing = 1 << 15

  /// So much of the output gets the runs of all inputs before what follows it does: it stays in the nearest cache for so long.
  private static let blockByteCount = 1 << 14

  func run(_ call: OperatorCall) {
    guard runs > 0, bytesPerRun > 0 else { return }
    if runs < call.workers.threadCount {
      var watch = call.stopWatch
      for source in sources {
        if watch.isOver(after: runs &* source.bytesPerRun &+ 64) { return }
        copyParts(of: source, call)
      }
    } else {
      call.workers.forEachRange(of: runs, minimumCount: Self.bytesWorthSharing / bytesPerRun + 1) { part in
        var watch = call.stopWatch
        for some in RangeParts(part, of: max(1, Self.blockByteCount / bytesPerRun)) {
          for source in sources {
            if watch.isOver(after: some.count &* source.bytesPerRun &+ 64) { return }
            copyRuns(some, of: source, call)
          }
        }
      }
    }
  }

  /// Copies whole runs. One alone may be of any length; where there are more, all are no longer than a piece of work.
  private func copyRuns(_ runs: Range<Int>, of source: Source, _ call: OperatorCall) {
    let from = source.operand.address(call) + runs.lowerBound * source.bytesPerRun
    let to = call.outputBytes(0) + source.targetOffset + runs.lowerBound * bytesPerRun
    if runs.count == 1 {
      copyRun(from: from, to: to, of: source, call)
    } else if let rescaling = source.rescaling {
      for run in 0..<runs.count {
        rescaling.apply(from: from + run * source.bytesPerRun, to: to + run * bytesPerRun, count: source.bytesPerRun)
      }
    } else if from != UnsafeRawPointer(to) {
      // Inputs that have been computed in place stay there.
      to.copyRuns(
        of: source.bytesPerRun, count: runs.count, from: from, sourceStride: source.bytesPerRun,
        targetStride: bytesPerRun)
    }
  }

  /// Copies one run, until the operator is stopped.
  private func copyRun(
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, of source: Source, _ call: OperatorCall
  ) {
    if let rescaling = source.rescaling {
      call.forEachPart(of: 0..<source.bytesPerRun) { part in
        rescaling.apply(from: from + part.lowerBound, to: to + part.lowerBound, count: part.count)
      }
    } else if from != UnsafeRawPointer(to) {
      to.copyMemory(from: from, byteCount: source.bytesPerRun, call.workers)
    }
  }

  /// Shares each of a few long runs between threads.
  private func copyParts(of source: Source, _ call: OperatorCall) {
    for run in 0..<runs {
      let from = source.operand.address(call) + run * source.bytesPerRun
      let to = call.outputBytes(0) + source.targetOffset + run * bytesPerRun
      call.workers.forEachRange(of: source.bytesPerRun, minimumCount: Self.bytesWorthSharing) { part in
        if let rescaling = source.rescaling {
          rescaling.apply(from: from + part.lowerBound, to: to + part.lowerBound, count: part.count)
        } else if from != UnsafeRawPointer(to) {
          (to + part.lowerBound).copyMemory(from: from + part.lowerBound, byteCount: part.count)
        }
      }
    }
  }
}
