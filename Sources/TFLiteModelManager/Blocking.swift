import Dispatch
import TFLite

/// Work that would keep a thread of Swift's tasks from others.
enum Blocking {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(ModelManagerError) -> Value
  ) async throws(ModelManagerError) -> Value {
    let result: Result<Value, ModelManagerError> = await withCheckedContinuation { continuation in
      DispatchQueue.besideTasks("models").async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
