import TFLiteMicrokernels

/// How shapes are broadcast to one: dimensions are aligned at the end, and a dimension of 1 repeats.
///
/// The elements of the broadcast shape are visited as nested loops. Neighboring dimensions in which every operand
/// moves on in the same way are one loop, so that a row, one run of the innermost loop, is as long as it can be.
///
/// TFLite has room for eight dimensions and does not check it; here there may be any number.
struct Broadcast: Equatable, Sendable {
  /// The shape that all operands are broadcast to.
  let outputShape: [Int]
  /// Those of the operands, with dimensions of 1 in front where they have fewer.
  private let shapes: [[Int]]
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

  /// Operands with as many elements as the output, each of which serves once.
  var unrepeatedOperands: [Int] {
    rowLoop.steps.indices.filter { operand in
      rowLoop.steps[operand] != 0 && outerLoops.allSatisfy { $0.steps[operand] != 0 }
    }
  }

  /// Broadcasts shapes to one; nil where two dimensions differ and neither is 1.
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
    self.shapes = aligned
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
  /// How the operands' shapes are broadcast before a transposition; nil where a constant would have to be transposed, too.
  ///
  /// - Parameter constants: operands that stay as they are. No element of one moves that is longer than 1 in one dimension
  ///   only.
  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> Broadcast? {
    guard outputShape.count == order.axes.count,
      shapes.indices.allSatisfy({ operand in
        constants.contains(operand) ? shapes[operand].count(where: { $0 != 1 }) <= 1 : shapes[operand] == outputShape
      })
    else { return nil }
    return Broadcast(shapes.map { order.input(of: $0) })
  }

  /// Calls `body` for every row in order.
  ///
  /// - Parameter body: gets the position of the row's first element in the output and in each operand, and the number
  ///   of its elements.
  @inline(__always)
  func forEachRow(
    _ workers: any Workers, _ body: (_ output: Int, _ operands: UnsafeMutablePointer<Int>, _ count: Int) -> Void
  ) {
    guard !outputShape.contains(0) else { return }
    forEachRow(in: 0..<rowCount, elements: 0..<rowLoop.count, workers, body)
  }

  /// Calls `body` with the positions of two operands' elements, in the order of the output's elements.
  @inline(__always)
  func forEachElement(_ workers: any Workers, _ body: (_ output: Int, _ left: Int, _ right: Int) -> Void) {
    let (leftStep, rightStep) = (rowSteps[0], rowSteps[1])
    forEachRow(workers) { position, operands, count in
      for index in 0..<count {
        body(position + index, operands[0] + index * leftStep, operands[1] + index * rightStep)
      }
    }
  }

  /// Calls `body` for every row, or for parts of the only row; the calls are shared by threads.
  ///
  /// Not inlined, since it is many operators that call it.
  @inline(never)
  func forEachRow(
    sharedBy workers: any Workers,
    _ body: (_ output: Int, _ operands: UnsafeMutablePointer<Int>, _ count: Int) -> Void
  ) {
    guard !outputShape.contains(0) else { return }
    let isOneRow = outerLoops.isEmpty
    let (count, elementsEach) = isOneRow ? (rowLoop.count, 1) : (rowCount, rowLoop.count)
    workers.forEachRange(of: count, minimumCount: Self.countWorthSharing / elementsEach) { part in
      forEachRow(
        in: isOneRow ? 0..<1 : part, elements: isOneRow ? part : 0..<rowLoop.count, workers, body)
    }
  }

  /// Fewer elements than this are not worth another thread.
  private static var countWorthSharing: Int { 4096 }

  /// Longer rows are given in several parts, so that a run can be stopped in between.
  private static var longestCountAtOnce: Int { 1 << 20 }

  private var rowCount: Int { outerLoops.reduce(1) { $0 * $1.count } }

  /// Calls `body` for the same elements of each of some rows.
  @inline(__always)
  private func forEachRow(
    in rows: Range<Int>, elements: Range<Int>, _ workers: any Workers,
    _ body: (_ output: Int, _ operands: UnsafeMutablePointer<Int>, _ count: Int) -> Void
  ) {
    let (operandCount, loopCount) = (rowLoop.steps.count, outerLoops.count)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: operandCount + loopCount) { memory in
      memory.initialize(repeating: 0)
      let operands = memory.baseAddress.unsafelyUnwrapped
      let position = operands + operandCount
      start(ofRow: rows.lowerBound, position, operands)
      move(operands, by: elements.lowerBound)
      var watch = StopWatch(workers)
      for row in rows {
        var first = elements.lowerBound
        repeat {
          let count = min(elements.upperBound - first, Self.longestCountAtOnce)
          body(row * rowLoop.count + first, operands, count)
          if watch.isOver(after: count) { return }
          first += count
          if elements.count > Self.longestCountAtOnce {
            // Behind the last part, back to where the row began.
            move(operands, by: first < elements.upperBound ? count : elements.lowerBound + count - first)
          }
        } while first < elements.upperBound
        advance(position, operands)
      }
    }
  }

  /// Moves the operands on by elements of a row.
  private func move(_ operands: UnsafeMutablePointer<Int>, by count: Int) {
    for operand in rowLoop.steps.indices { operands[operand] += count * rowLoop.steps[operand] }
  }

  /// Sets the counters of the outer loops, and the positions of the operands, to the start of a row; all are 0 before.
  private func start(
    ofRow row: Int, _ position: UnsafeMutablePointer<Int>, _ operands: UnsafeMutablePointer<Int>
  ) {
    var rest = row
    for index in outerLoops.indices.reversed() {
      (rest, position[index]) = rest.quotientAndRemainder(dividingBy: outerLoops[index].count)
      for operand in rowLoop.steps.indices {
        operands[operand] += position[index] * outerLoops[index].steps[operand]
      }
    }
  }

  private func advance(_ position: UnsafeMutablePointer<Int>, _ operands: UnsafeMutablePointer<Int>) {
    for index in outerLoops.indices.reversed() {
      position[index] += 1
      let isDone = position[index] == outerLoops[index].count
      if isDone { position[index] = 0 }
      for operand in rowLoop.steps.indices {
        operands[operand] += outerLoops[index].steps[operand] * (isDone ? 1 - outerLoops[index].count : 1)
      }
      if !isDone { return }
    }
  }
}

extension Broadcast {
  /// Calls `body` with parts of the output that are rows behind rows, for microkernels on two operands of bytes; the
  /// calls are shared by threads.
  ///
  /// - Parameter body: gets the position of the first element in the output and in each operand.
  func forEachPlane(
    sharedBy workers: any Workers,
    _ body: (_ output: Int, _ left: Int, _ right: Int, _ rows: Microkernels.PairedRows) -> Void
  ) {
    guard !outputShape.contains(0) else { return }
    let minimumCount = Self.countWorthSharing / 2
    let (leftStep, rightStep) = (rowLoop.steps[0], rowLoop.steps[1])
    guard let inner = outerLoops.last else {
      workers.forEachRange(of: rowLoop.count, minimumCount: minimumCount) { part in
        body(
          part.lowerBound, part.lowerBound * leftStep, part.lowerBound * rightStep,
          (1, part.count, leftStep, rightStep, 0, 0))
      }
      return
    }
    workers.forEachRange(of: rowCount, minimumCount: minimumCount / rowLoop.count) { part in
      var row = part.lowerBound
      while row < part.upperBound {
        let rows = min(inner.count - row % inner.count, part.upperBound - row)
        let (left, right) = operands(ofRow: row)
        body(
          row * rowLoop.count, left, right,
          (rows, rowLoop.count, leftStep, rightStep, inner.steps[0], inner.steps[1]))
        row += rows
      }
    }
  }

  /// Of how many elements the rows are where all of the output is rows behind rows, 1 where it is a single row; nil where
  /// it is neither.
  var rowLengthOfPlane: Int? {
    switch outerLoops.count {
    case 0: 1
    case 1: rowLoop.count
    default: nil
    }
  }

  /// A part of the output of whole rows, where ``rowLengthOfPlane`` is not nil, and the positions of two operands.
  func plane(_ elements: Range<Int>) -> (left: Int, right: Int, rows: Microkernels.PairedRows) {
    let (leftStep, rightStep) = (rowLoop.steps[0], rowLoop.steps[1])
    guard let outer = outerLoops.first else {
      return (
        elements.lowerBound * leftStep, elements.lowerBound * rightStep, (1, elements.count, leftStep, rightStep, 0, 0)
      )
    }
    let first = elements.lowerBound / rowLoop.count
    return (
      first * outer.steps[0], first * outer.steps[1],
      (elements.count / rowLoop.count, rowLoop.count, leftStep, rightStep, outer.steps[0], outer.steps[1])
    )
  }

  /// The positions of two operands at the start of a row.
  private func operands(ofRow row: Int) -> (left: Int, right: Int) {
    var (left, right, rest) = (0, 0, row)
    for index in outerLoops.indices.reversed() {
      let (quotient, position) = rest.quotientAndRemainder(dividingBy: outerLoops[index].count)
      left += position * outerLoops[index].steps[0]
      right += position * outerLoops[index].steps[1]
      rest = quotient
    }
    return (left, right)
  }
}

extension OperatorContext {
  /// Broadcasts the shapes of operands to one.
  func broadcast(_ operands: TensorDescriptor...) throws(KernelError) -> Broadcast {
    try broadcast(operands.map(\.shape), of: operands)
  }

  /// Broadcasts shapes of operands to one.
  func broadcast(_ shapes: [[Int]], of operands: [TensorDescriptor]) throws(KernelError) -> Broadcast {
    if let broadcast = Broadcast(shapes) { return broadcast }
    // The first operand that does not fit those before it is to blame.
    let culprit = shapes.indices.first { Broadcast(Array(shapes[...$0])) == nil } ?? 0
    let others = operands[..<culprit].map { "\($0.shape), the shape of \($0.identity)" }.joined(separator: ", and ")
    throw .shape(
      identity, operands[culprit].identity, found: operands[culprit].shape,
      expected: "a shape that can be broadcast to \(others)")
  }
}
