import Synchronization

/// A wish, from any thread, that a run ends.
package final class Cancellation: Sendable {
  private let wish = Atomic<Bool>(false)
  private let condition: (@Sendable () -> Bool)?

  /// No wish yet.
  ///
  /// - Parameter condition: is asked, on any thread, whenever a run looks, and must stay true once it is. Tests count looks
  ///   with it.
  package init(when condition: (@Sendable () -> Bool)? = nil) { self.condition = condition }

  /// Asks for the end.
  package func request() { wish.store(true, ordering: .relaxed) }

  /// Forgets an earlier wish.
  package func withdraw() { wish.store(false, ordering: .relaxed) }

  /// Whether the end has been asked for.
  var isRequested: Bool { wish.load(ordering: .relaxed) || condition?() == true }
}
