import Synchronization

/// A wish, from any thread, that a run ends before its next operator.
package final class Cancellation: Sendable {
  private let isRequested = Atomic<Bool>(false)

  /// No wish yet.
  package init() {}

  /// Asks for the end.
  package func request() { isRequested.store(true, ordering: .relaxed) }

  /// Forgets an earlier wish.
  package func withdraw() { isRequested.store(false, ordering: .relaxed) }

  /// - Throws: `CancellationError` once the end has been asked for.
  func check() throws(CancellationError) {
    if isRequested.load(ordering: .relaxed) { throw CancellationError() }
  }
}
