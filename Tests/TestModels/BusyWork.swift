import Foundation
import Synchronization

/// More work at once than there are processors, which keeps them busy until a task ends it. It does not wait: a thread that
/// waits is no load, and others would be started for tasks.
///
/// For a process of its own: other tests keep the threads of tasks busy, too.
package final class BusyWork: Sendable {
  /// How many pieces there are.
  package let count = 2 * ProcessInfo.processInfo.activeProcessorCount
  private let begunCount = Atomic(0)
  private let mayEnd = Atomic(false)

  /// None has begun.
  package init() {}

  /// One of ``count`` pieces; ends the process where no task ends it.
  package func run() {
    begunCount.wrappingAdd(1, ordering: .relaxed)
    let limit = ContinuousClock.now + .seconds(60)
    while !mayEnd.load(ordering: .relaxed), ContinuousClock.now < limit {}
    precondition(mayEnd.load(ordering: .relaxed), "no task ran beside the work")
  }

  /// Ends all pieces when they have begun.
  package func finish() async throws {
    while begunCount.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
    mayEnd.store(true, ordering: .relaxed)
  }
}
