import Foundation
import Synchronization

/// Lets a program that is not asynchronous wait for what is.
enum Waiting {
  /// The result of a task.
  ///
  /// - Parameters:
  ///   - meanwhile: is called again and again, on the caller's thread.
  ///   - body: the task.
  static func result<Value: Sendable>(
    meanwhile: () -> Void = {}, of body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
      isDone.signal()
    }
    while true {
      if isDone.wait(timeout: .now() + .milliseconds(100)) == .success, let result = result.withLock({ $0 }) {
        return try result.get()
      }
      meanwhile()
    }
  }
}
