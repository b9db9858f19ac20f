import Dispatch
import Foundation
import TFLite

/// Models that are made once and work on one picture at a time, for callers in any thread.
final class PictureWorker<Models>: @unchecked Sendable {
  /// Touched by the holder of the lock only. Models that cannot be used are told of when the first picture comes:
  /// factory methods do not throw.
  private let models: Result<Models, any Error>
  private let lock = NSLock()

  /// Has a lock of its own, so that a picture at work stops nobody from naming a queue.
  private var completions: DispatchQueue
  private let completionsLock = NSLock()

  private let queue: DispatchQueue

  /// - Parameter owner: names the queues, for people with a debugger.
  init(_ owner: String, _ make: () throws -> Models) {
    models = Result { try make() }
    queue = .besideTasks(owner)
    #if canImport(Darwin)
    completions = .main
    #else
    // A command-line tool has no main run loop.
    completions = DispatchQueue(label: "\(owner).completions")
    #endif
  }

  /// Where completions run.
  var callbackQueue: DispatchQueue {
    get { completionsLock.withLock { completions } }
    set { completionsLock.withLock { completions = newValue } }
  }

  /// Throws what making the models has thrown.
  func check() throws { _ = try models.get() }

  /// Lends the models to one caller at a time.
  func withModels<Results>(_ body: (Models) throws -> Results) throws -> Results {
    try lock.withLock { try body(models.get()) }
  }

  /// Runs `body` on a background thread, after what was asked for before.
  func run<Results: Sendable>(
    _ body: @escaping @Sendable () throws -> Results, completion: @escaping @Sendable (Results?, (any Error)?) -> Void
  ) {
    queue.async {
      let outcome = Result { try body() }
      self.callbackQueue.async {
        switch outcome {
        case .success(let results): completion(results, nil)
        case .failure(let error): completion(nil, error)
        }
      }
    }
  }

  /// Runs `body` on a background thread, after what was asked for before.
  func run<Results: Sendable>(_ body: @escaping @Sendable () throws -> Results) async throws -> Results {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }
}
