/// How shapes stretch to one: dimensions are aligned at the end, and a dimension of 1 repeats.
///
/// The elements of the stretched shape are visited as nested loops. Neighbouring dimensions in which every operand moves
/// on in the same way are one loop, so that a row, one run of the innermost loop, is as long as it can be.
struct Broadcast: Equatable, Sendable {
  /// The shape that all operands stretch to.
  let outputShape: [Int]
  /// The loops around the rows, the outermost first.
  private let outerLoops: [Loop]
  private let rowLoop: Loop

  private struct Loop: Equatable {
    var count: Int
    /// Elements to step in each operand; 0 repeats.
    var steps: [Int]
  }

  /// Elements of each operand to step for one element of a row: 1, or 0 where one element serves the whole row.
  var rowSteps: [Int] { rowLoop.steps }

  /// Stretches shapes to one; nil where two dimensions differ and neither is 1.
  init?(_ shapes: [[Int]]) {
    let rank = shapes.map(\.count).max() ?? 0
    let aligned = shapes.map { Array(repeating: 1, count: rank - $0.count) + $0 }
    var outputShape: [Int] = []
    for axis in 0..<rank {
      let size = aligned.lazy.map { $0[axis] }.first { $0 != 1 } ?? 1
      guard aligned.allSatisfy({ $0[axis] == size || $0[axis] == 1 }) else { return nil }
      outputShape.append(size)
    }
    self.outputShape = outputShape
    var loops = Self.loops(over: outputShape, operands: aligned)
    rowLoop = loops.popLast() ?? Loop(count: 1, steps: shapes.map { _ in 1 })
    outerLoops = loops
  }

  /// One loop for each dimension, as far as they cannot be joined.
  ///
  /// Products may wrap: shapes whose elements cannot be counted are refused before anything runs.
  private static func loops(over outputShape: [Int], operands: [[Int]]) -> [Loop] {
    var loops: [Loop] = []
    var strides = operands.map { _ in 1 }
    for axis in outputShape.indices.reversed() where outputShape[axis] != 1 {
      let steps = zip(operands, strides).map { shape, stride in shape[axis] == 1 ? 0 : stride }
      if let inner = loops.last, steps == inner.steps.map({ $0 &* inner.count }) {
        loops[loops.count - 1].count = inner.count &* outputShape[axis]
      } else {
        loops.append(Loop(count: outputShape[axis], steps: steps))
      }
      strides = zip(operands, strides).map { shape, stride in stride &* shape[axis] }
    }
    return loops.reversed()
  }
}

extension Broadcast {
  /// Calls `body` for every row in order.
  ///
  /// - Parameter body: gets the position of the row's first element in the output and in each operand, and the number
  ///   of its elements.
  @inline(__always)
  func forEachRow(_ body: (_ output: Int, _ operands: [Int], _ count: Int) -> Void) {
    guard !outputShape.contains(0) else { return }
    forEachRow(in: 0..<rowCount, body)
  }

  /// Calls `body` with the positions of two operands' elements, in the order of the output's elements.
  @inline(__always)
  func forEachElement(_ body: (_ output: Int, _ left: Int, _ right: Int) -> Void) {
    let (leftStep, rightStep) = (rowSteps[0], rowSteps[1])
    forEachRow { position, operands, count in
      for index in 0..<count {
        body(position + index, operands[0] + index * leftStep, operands[1] + index * rightStep)
      }
    }
  }

  /// Calls `body` for every row, or for parts of the only row; the calls are shared by threads.
  @inline(__always)
  func forEachRow(
    sharedBy workers: any Workers, _ body: (_ output: Int, _ operands: [Int], _ count: Int) -> Void
  ) {
    guard !outputShape.contains(0) else { return }
    let minimumCount = 4096
    if outerLoops.isEmpty {
      workers.forEachRange(of: rowLoop.count, minimumCount: minimumCount) { part in
        body(part.lowerBound, rowSteps.map { $0 * part.lowerBound }, part.count)
      }
    } else {
      workers.forEachRange(of: rowCount, minimumCount: minimumCount / rowLoop.count) { forEachRow(in: $0, body) }
    }
  }

  private var rowCount: Int { outerLoops.reduce(1) { $0 * $1.count } }

  @inline(__always)
  private func forEachRow(in rows: Range<Int>, _ body: (_ output: Int, _ operands: [Int], _ count: Int) -> Void) {
    var (position, operands) = start(ofRow: rows.lowerBound)
    for row in rows {
      body(row * rowLoop.count, operands, rowLoop.count)
      advance(&position, &operands)
    }
  }

  /// The counters of the outer loops, and the positions of the operands, at the start of a row.
  private func start(ofRow row: Int) -> (position: [Int], operands: [Int]) {
    var position = Array(repeating: 0, count: outerLoops.count)
    var operands = rowLoop.steps.map { _ in 0 }
    var rest = row
    for (index, loop) in outerLoops.enumerated().reversed() {
      (rest, position[index]) = rest.quotientAndRemainder(dividingBy: loop.count)
      for operand in operands.indices { operands[operand] += position[index] * loop.steps[operand] }
    }
    return (position, operands)
  }

  private func advance(_ position: inout [Int], _ operands: inout [Int]) {
    for index in outerLoops.indices.reversed() {
      let loop = outerLoops[index]
      position[index] += 1
      for operand in operands.indices { operands[operand] += loop.steps[operand] }
      if position[index] < loop.count { return }
      position[index] = 0
      for operand in operands.indices { operands[operand] -= loop.steps[operand] * loop.count }
    }
  }
}

extension OperatorContext {
  /// Stretches the shapes of operands to one.
  func broadcast(_ operands: TensorDescriptor...) throws(KernelError) -> Broadcast {
    try broadcast(operands.map(\.shape), of: operands)
  }

  /// Stretches shapes of operands to one.
  func broadcast(_ shapes: [[Int]], of operands: [TensorDescriptor]) throws(KernelError) -> Broadcast {
    if let broadcast = Broadcast(shapes) { return broadcast }
    // The first operand that does not fit those before it is to blame.
    let culprit = shapes.indices.first { Broadcast(Array(shapes[...$0])) == nil } ?? 0
    let others = operands[..<culprit].map { "\($0.shape), the shape of \($0.identity)" }.joined(separator: ", and ")
    throw .shape(
      identity, operands[culprit].identity, found: operands[culprit].shape,
      expected: "a shape that stretches to \(others)")
  }
}
