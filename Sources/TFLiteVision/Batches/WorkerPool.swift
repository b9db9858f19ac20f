import Foundation
import Synchronization

/// Workers that take one piece of work each, on threads of their own: work that takes long must not hold up the threads of
/// tasks.
package final class WorkerPool<Worker>: @unchecked Sendable {
  /// How many there are.
  package let count: Int

  private let queue = OperationQueue()
  private let lock = NSLock()
  /// Guarded by the lock. There are no more operations than workers, so that one is always there.
  private var idle: [Worker]

  /// - Parameter workers: at least one; used by one thread at a time, and by nobody else.
  package init(_ workers: [Worker]) {
    precondition(!workers.isEmpty, "work needs a worker")
    idle = workers
    count = workers.count
    queue.maxConcurrentOperationCount = workers.count
  }

  /// Runs `body` with a worker as soon as one is free; first come, first served.
  func run<Output: Sendable>(
    _ body: @escaping @Sendable (Worker) throws -> Output
  ) async -> Result<Output, any Error> {
    await withCheckedContinuation { continuation in
      queue.addOperation {
        let worker = self.lock.withLock { self.idle.removeLast() }
        let outcome = Result { try body(worker) }
        self.lock.withLock { self.idle.append(worker) }
        continuation.resume(returning: outcome)
      }
    }
  }
}

/// Whether nobody waits for work any more; set and read by any thread.
final class EndOfWork: Sendable {
  private let flag = Atomic(false)

  var hasCome: Bool { flag.load(ordering: .acquiring) }

  func come() { flag.store(true, ordering: .releasing) }
}
