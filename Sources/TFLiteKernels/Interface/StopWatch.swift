/// Counts the steps of a loop, and asks every so often whether the end of the run has been asked for.
///
/// For loops that threads do not share, and for those whose single rounds may be long: a round costs a subtraction.
struct StopWatch {
  private let workers: any Workers
  private var stepsToLook: Int
  private var isOver = false

  /// A watch that never stops where nobody works.
  init(_ workers: (any Workers)?) {
    let workers = workers ?? SerialWorkers.unstoppable
    self.workers = workers
    stepsToLook = workers.stepsPerLook
  }

  /// Counts steps that have been done, or are about to be.
  ///
  /// - Returns: whether the loop shall end. Once it is true, it stays so.
  @inline(__always) mutating func isOver(after steps: Int) -> Bool {
    // Steps may be estimated without regard to overflows.
    stepsToLook &-= steps
    return stepsToLook <= 0 && look()
  }

  @inline(never) private mutating func look() -> Bool {
    if !isOver { isOver = workers.isStopped }
    stepsToLook = isOver ? 0 : workers.stepsPerLook
    return isOver
  }

  /// Counts steps of what can throw.
  ///
  /// - Throws: ``RunStopped`` when the loop shall end.
  @inline(__always) mutating func check(after steps: Int) throws(RunStopped) {
    if isOver(after: steps) { throw RunStopped() }
  }

  /// Calls `body` with parts of a range, one after the other, until the loop shall end: for rounds that are too short to
  /// count each of them.
  @inline(__always) mutating func forEachPart(
    of range: Range<Int>, stepsPerElement: Int = 1, _ body: (Range<Int>) -> Void
  ) {
    let size = max(1, min(RangeParts.usualSize, workers.stepsPerLook) / max(1, stepsPerElement))
    for part in RangeParts(range, of: size) {
      body(part)
      if isOver(after: part.count &* stepsPerElement) { return }
    }
  }

  /// What `body` makes of each number of a range.
  ///
  /// - Throws: ``RunStopped`` when the loop shall end.
  @inline(__always) mutating func map<Result>(
    _ range: Range<Int>, stepsPerElement: Int = 1, _ body: (Int) -> Result
  ) throws(RunStopped) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(range.count)
    forEachPart(of: range, stepsPerElement: stepsPerElement) { part in
      for number in part { results.append(body(number)) }
    }
    try check(after: 0)
    return results
  }

  /// Elements in their order; equal ones stay in that which they have.
  ///
  /// - Throws: ``RunStopped`` when the run shall end.
  @inline(__always) mutating func sorted<Element>(
    _ elements: [Element], by precedes: (Element, Element) -> Bool
  ) throws(RunStopped) -> [Element] {
    do {
      return try elements.sorted {
        try check(after: 4)
        return precedes($0, $1)
      }
    } catch {
      // The comparison throws nothing else.
      throw RunStopped()
    }
  }
}

/// The end of a run that has been asked for. Whoever runs the operator knows why, and says so instead.
struct RunStopped: Error, CustomStringConvertible {
  var description: String { "stopped, because the end of the run has been asked for" }
}

extension OperatorCall {
  /// A watch for a loop of this run; each thread needs its own.
  var stopWatch: StopWatch { StopWatch(workers) }

  /// Calls `body` with parts of a range, one after the other, until the run is stopped.
  @inline(__always) func forEachPart(
    of range: Range<Int>, stepsPerElement: Int = 1, _ body: (Range<Int>) -> Void
  ) {
    var watch = stopWatch
    watch.forEachPart(of: range, stepsPerElement: stepsPerElement, body)
  }
}

extension OperatorContext {
  /// A watch for work that an operator does while it is prepared.
  var stopWatch: StopWatch { StopWatch(workers) }
}
