import TFLiteMicrokernels

/// CONCATENATION by copying runs of bytes, and by tables where uint8 values are rescaled.
struct VectorConcatenation: Sendable {
  private struct Source: Sendable {
    let operand: VectorOperand
    let bytesPerRun: Int
    let targetOffset: Int
    /// nil copies.
    let rescaling: VectorLookupTable?
  }

  private let sources: [Source]
  private let runs: Int
  private let bytesPerRun: Int

  init(_ context: OperatorContext, _ kernels: any ElementMicrokernels.Type, _ concatenation: Concatenation)
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
          operand: try VectorOperand(context, input: position, isOverRead: rescaling != nil), bytesPerRun: byteCount,
          targetOffset: offset,
          rescaling: rescaling))
      offset &+= byteCount
    }
    self.sources = sources
    runs = concatenation.runs
    bytesPerRun = offset
  }

  /// Copying fewer bytes than this takes less time than handing them to another thread.
  private static let bytesWorthSharing = 1 << 15

  func run(_ call: OperatorCall) {
    guard runs > 0, bytesPerRun > 0 else { return }
    if runs < call.workers.threadCount {
      for source in sources { copyRuns(0..<runs, of: source, call, workers: call.workers) }
    } else {
      call.workers.forEachRange(of: runs, minimumCount: Self.bytesWorthSharing / bytesPerRun + 1) { part in
        for source in sources { copyRuns(part, of: source, call, workers: nil) }
      }
    }
  }

  /// - Parameter workers: threads to share single runs; nil where runs are shared out already.
  private func copyRuns(_ runs: Range<Int>, of source: Source, _ call: OperatorCall, workers: (any Workers)?) {
    let input = source.operand.address(call)
    let output = call.outputBytes(0) + source.targetOffset
    for run in runs {
      let (from, to) = (input + run * source.bytesPerRun, output + run * bytesPerRun)
      guard let workers else {
        copy(source, from: from, to: to, count: source.bytesPerRun)
        continue
      }
      workers.forEachRange(of: source.bytesPerRun, minimumCount: Self.bytesWorthSharing) { part in
        copy(source, from: from + part.lowerBound, to: to + part.lowerBound, count: part.count)
      }
    }
  }

  @inline(__always)
  private func copy(_ source: Source, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int) {
    if let rescaling = source.rescaling {
      rescaling.apply(from: input, to: output, count: count)
    } else if input != UnsafeRawPointer(output) {
      // Inputs that have been computed in place stay there.
      output.copyMemory(from: input, byteCount: count)
    }
  }
}
