import Synchronization

/// A wish, from any thread, that a run ends before its next operator.
final class Cancellation: Sendable {
  private let isRequested = Atomic<Bool>(false)

  /// Asks for the end.
  func request() { isRequested.store(true, ordering: .relaxed) }

  /// - Throws: `CancellationError` once the end has been asked for.
  func check() throws(CancellationError) {
    if isRequested.load(ordering: .relaxed) { throw CancellationError() }
  }
}
