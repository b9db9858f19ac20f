import TFLiteKernels

/// Why an invocation ends before it is done: somebody has asked for it, or its time is over.
///
/// The thread that invokes begins and ends the invocation; all that share its work ask.
final class StopSignal: @unchecked Sendable {
  private let timeLimit: Duration?
  private var invocation = Invocation()

  /// What may end an invocation; nothing does outside of one.
  struct Invocation {
    fileprivate var cancellation: Cancellation?
    /// When it has taken too long.
    fileprivate var deadline: ContinuousClock.Instant?
  }

  init(timeLimit: Duration? = nil) {
    self.timeLimit = timeLimit
  }

  /// Begins an invocation.
  ///
  /// - Returns: the one that goes on when this one has ended: observers and operators of users may invoke the same
  ///   interpreter.
  func begin(_ cancellation: Cancellation?) -> Invocation {
    defer { invocation = Invocation(cancellation: cancellation, deadline: timeLimit.map { .now.advanced(by: $0) }) }
    return invocation
  }

  /// Ends an invocation, and goes on with the one that it began in.
  func end(goingOnWith outer: Invocation) { invocation = outer }

  /// Whether the invocation shall end; stays true until it has.
  var isRaised: Bool { invocation.cancellation?.isRequested == true || isOverdue }

  private var isOverdue: Bool { invocation.deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// - Throws: `CancellationError` once the end has been asked for.
  func checkCancellation() throws(CancellationError) {
    if invocation.cancellation?.isRequested == true { throw CancellationError() }
  }

  /// Does what is worth nothing where the invocation ends meanwhile.
  ///
  /// - Throws: as ``check(_:_:)``, also in place of the errors of `body`, which may complain of what it has not computed
  ///   itself.
  func ending<Result>(_ asker: OperatorIdentity, _ body: () throws -> Result) throws -> Result {
    let result = Swift.Result { try body() }
    try check(asker, "stopped")
    return try result.get()
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
