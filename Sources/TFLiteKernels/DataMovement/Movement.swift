/// A prepared operator whose outputs consist of its inputs' elements in other places.
struct Movement: TotalOperator {
  /// One pattern of elements on their way from an input to an output.
  struct Path: Sendable {
    var input = 0
    var output = 0
    let copy: StridedCopy
  }

  let outputShapes: [[Int]]
  let paths: [Path]

  func run(_ call: OperatorCall) {
    // Tensors without elements may have no memory.
    for path in paths where !path.copy.isEmpty {
      path.copy.run(
        from: call.inputBytes(path.input), to: call.outputBytes(path.output), workers: call.workers)
    }
  }
}

extension Movement {
  /// One input, one output.
  init(outputShape: [Int], _ copy: StridedCopy) {
    self.init(outputShapes: [outputShape], paths: [Path(copy: copy)])
  }
}
