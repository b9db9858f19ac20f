/// Elements of the first input in a regular pattern of places, and one other element everywhere else.
struct FilledCopy: TotalOperator {
  /// What stands where no element goes.
  enum Filling: Equatable, Sendable {
    /// Bytes of 0.
    case zeros
    /// The first element of an input.
    case element(ofInput: Int)
  }

  let outputShape: [Int]
  let elementSize: Int
  let filling: Filling
  let copy: StridedCopy

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    let count = outputShape.wrappingProduct
    guard count > 0 else { return }
    switch filling {
    case .zeros:
      call.outputBytes(0).fill(with: 0, byteCount: count * elementSize, call.workers)
    case .element(let input):
      call.outputBytes(0).fill(
        with: UnsafeRawBufferPointer(start: call.inputBytes(input), count: elementSize), count: count, call.workers)
    }
    guard !copy.isEmpty else { return }
    copy.run(from: call.inputBytes(0), to: call.outputBytes(0), workers: call.workers)
  }
}
