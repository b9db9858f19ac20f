import Foundation
import Synchronization
import TFLite

/// Workers that take one piece of work each, on threads of their own: work that takes long must not hold up the threads of
/// tasks.
package final class WorkerPool<Worker>: @unchecked Sendable {
  /// How many there are.
  package let count: Int

  private typealias Job = @Sendable (Worker) -> Void

  /// A worker with its queue, which alone uses it.
  private struct Place: @unchecked Sendable {
    let worker: Worker
    let queue: DispatchQueue
  }

  private let lock = NSLock()
  /// Guarded by the lock. Work waits only where no place is idle.
  private var idle: [Place]
  private var waiting: [Job] = []

  /// - Parameter workers: at least one; used by one thread at a time, and by nobody else.
  package init(_ workers: [Worker]) {
    precondition(!workers.isEmpty, "work needs a worker")
    idle = workers.map { Place(worker: $0, queue: .besideTasks("worker")) }
    count = workers.count
  }

  /// Runs `body` with a worker as soon as one is free; first come, first served.
  func run<Output: Sendable>(
    _ body: @escaping @Sendable (Worker) throws -> Output
  ) async -> Result<Output, any Error> {
    await withCheckedContinuation { continuation in
      begin { worker in continuation.resume(returning: Result { try body(worker) }) }
    }
  }

  private func begin(_ job: @escaping Job) {
    lock.lock()
    defer { lock.unlock() }
    guard let place = idle.popLast() else { return waiting.append(job) }
    work(on: job, at: place)
  }

  /// Does a job and then those that wait.
  private func work(on job: @escaping Job, at place: Place) {
    place.queue.async {
      job(place.worker)
      self.lock.withLock {
        guard !self.waiting.isEmpty else { return self.idle.append(place) }
        self.work(on: self.waiting.removeFirst(), at: place)
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
