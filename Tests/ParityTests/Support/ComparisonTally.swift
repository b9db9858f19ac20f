import Synchronization

/// What the comparisons of one model come to.
final class ComparisonTally: Sendable {
  struct Counts: Equatable, Sendable {
    /// Runs, each on inputs of its own.
    var runs = 0
    /// Elements of all operators' outputs.
    var elements = 0
    var differing = 0
  }

  private let mutable = Mutex(Counts())

  var counts: Counts { mutable.withLock { $0 } }

  func add(elements: Int, differing: Int) {
    mutable.withLock {
      $0.runs += 1
      $0.elements += elements
      $0.differing += differing
    }
  }
}
