import TFLiteKernels

/// Why an invocation ends before it is done: somebody has asked for it, or its time is over.
///
/// The thread that invokes begins and ends the invocation; all that share its work ask.
final class StopSignal: @unchecked Sendable {
  private let timeLimit: Duration?
  private var cancellation: Cancellation?
  /// When the invocation has taken too long.
  private var deadline: ContinuousClock.Instant?

  init(timeLimit: Duration? = nil) {
    self.timeLimit = timeLimit
  }

  /// Begins an invocation.
  func begin(_ cancellation: Cancellation?) {
    self.cancellation = cancellation
    deadline = timeLimit.map { .now.advanced(by: $0) }
  }

  /// Ends it: what is done before the next one is neither canceled nor timed.
  func end() {
    cancellation = nil
    deadline = nil
  }

  /// Whether the invocation shall end; stays true until it has.
  var isRaised: Bool { cancellation?.isRequested == true || isOverdue }

  private var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// - Throws: `CancellationError` once the end has been asked for.
  func checkCancellation() throws(CancellationError) {
    if cancellation?.isRequested == true { throw CancellationError() }
  }

  /// - Parameters:
  ///   - asker: what would go on.
  ///   - state: what has become of it.
  /// - Throws: `CancellationError` once the end has been asked for, and ``InterpreterError/tensorFlowLiteError(_:)`` when
  ///   the invocation has taken too long.
  func check(_ asker: @autoclosure () -> OperatorIdentity, _ state: String) throws {
    try checkCancellation()
    guard isOverdue, let timeLimit else { return }
    throw InterpreterError.tensorFlowLiteError(
      "\(asker()): \(state), because the time limit of \(timeLimit) has passed")
  }
}
