/// A prepared operator whose outputs consist of its inputs' elements in other places.
struct Movement: TotalOperator {
  /// One pattern of elements on their way from an input to an output.
  struct Path: Sendable {
    var input = 0
    var output = 0
    let copy: StridedCopy
    /// The same where it is a transposition of bytes.
    var transposition: Transposition?

    func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, workers: any Workers) {
      if let transposition { return transposition.run(from: source, to: target, workers: workers) }
      copy.run(from: source, to: target, workers: workers)
    }
  }

  let outputShapes: [[Int]]
  let paths: [Path]

  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    var watch = call.stopWatch
    // Tensors without elements may have no memory.
    for path in paths where !path.copy.isEmpty {
      // There may be many, each too short to be cut.
      if watch.isOver(after: path.copy.byteCount &+ 64) { return }
      path.run(
        from: call.inputBytes(path.input), to: call.outputBytes(path.output), workers: call.workers)
    }
  }
}

extension Movement {
  /// One input, one output.
  init(outputShape: [Int], _ copy: StridedCopy) {
    self.init(outputShapes: [outputShape], paths: [Path(copy: copy)])
  }

  /// One input, one output; bytes may be transposed by a microkernel.
  init(_ context: OperatorContext, outputShape: [Int], _ copy: StridedCopy) {
    let path = Path(copy: copy, transposition: Transposition(context.microkernels?.transposition, copy))
    self.init(outputShapes: [outputShape], paths: [path])
  }
}
