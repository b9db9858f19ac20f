import Synchronization
import Testing

@testable import TFLiteVision

/// Work that keeps processors busy until a task ends it. It does not wait: a thread that waits is no load, and others would be
/// started for tasks.
final class BusyWork: Sendable {
  private let begunCount = Atomic(0)
  private let end = EndOfWork()

  /// One piece; fails the test where no task ends it.
  func run() {
    begunCount.wrappingAdd(1, ordering: .relaxed)
    let limit = ContinuousClock.now + .seconds(60)
    while !end.hasCome, ContinuousClock.now < limit {}
    #expect(end.hasCome, "no task ran beside the work")
  }

  /// Ends all pieces when so many have begun.
  func finish(begun count: Int) async throws {
    while begunCount.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
    end.come()
  }
}
