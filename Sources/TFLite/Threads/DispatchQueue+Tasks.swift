import Dispatch

extension DispatchQueue {
  /// A queue whose work has a thread beyond those of Swift's tasks: only serial queues get such.
  ///
  /// On Linux, `DispatchQueue.global()`, concurrent queues, `concurrentPerform` and Foundation's `OperationQueue` share the
  /// threads of tasks, which are as many as there are processors. Long work on all of them holds up every task of the
  /// process, also one that would cancel it.
  ///
  /// - Parameter label: a name for people with a debugger.
  package static func besideTasks(_ label: String) -> DispatchQueue { DispatchQueue(label: "swift-tflite.\(label)") }
}
