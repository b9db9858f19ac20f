import Foundation
import Synchronization

@testable import TFLiteVision

/// More work at once than there are processors, which keeps them busy until a task ends it. It does not wait: a thread that
/// waits is no load, and others would be started for tasks.
///
/// For a process of its own: other tests keep the threads of tasks busy, too.
final class BusyWork: Sendable {
  let count = 2 * ProcessInfo.processInfo.activeProcessorCount
  private let begunCount = Atomic(0)
  private let end = EndOfWork()

  /// One of ``count`` pieces; ends the process where no task ends it.
  func run() {
    begunCount.wrappingAdd(1, ordering: .relaxed)
    let limit = ContinuousClock.now + .seconds(60)
    while !end.hasCome, ContinuousClock.now < limit {}
    precondition(end.hasCome, "no task ran beside the work")
  }

  /// Ends all pieces when they have begun.
  func finish() async throws {
    while begunCount.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
    end.come()
  }
}
