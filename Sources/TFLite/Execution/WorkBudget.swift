import TFLiteKernels

/// How much work has been asked for so far, of what is allowed: by the operators of a subgraph while they are prepared, or
/// by one invocation with all the subgraphs that it calls; and how long that has taken.
final class WorkBudget {
  /// Steps of work, which `TFLiteKernels.OperatorWork` estimates; nil where there is no limit.
  private let limit: Int?
  private(set) var spent = 0
  private let timeLimit: Duration?
  /// When the invocation has taken too long.
  private var deadline: ContinuousClock.Instant?

  init(limit: Int?, timeLimit: Duration? = nil) {
    self.limit = limit
    self.timeLimit = timeLimit
  }

  /// Begins another invocation.
  func reset() {
    spent = 0
    deadline = timeLimit.map { .now.advanced(by: $0) }
  }

  /// Looks at the clock before an operator begins.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the invocation has taken too long.
  func checkTime(before node: Node) throws(InterpreterError) {
    guard let deadline, let timeLimit, ContinuousClock.now >= deadline else { return }
    throw .tensorFlowLiteError("\(node.identity): not begun, because the time limit of \(timeLimit) has passed")
  }

  /// Counts the work of an operator before it is done.
  ///
  /// - Parameter tensors: the operator's subgraph, with shapes that are known by now.
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when it is too much.
  func spend(on node: Node, _ tensors: [TensorDescriptor]) throws(InterpreterError) {
    guard limit != nil else { return }
    let steps = OperatorWork.steps(
      node.code, node.stored.builtinOptions ?? node.stored.builtinOptions2,
      inputs: node.stored.inputs.map { $0 < 0 ? nil : tensors[Int($0)] },
      outputs: node.stored.outputs.map { tensors[Int($0)] })
    try spend(steps, by: "\(node.identity)")
  }

  /// Counts the work of all operators of a subgraph that have been prepared, before they run.
  ///
  /// - Throws: as ``spend(on:_:)``.
  func spend(_ prepared: WorkBudget) throws(InterpreterError) {
    try spend(prepared.spent, by: "its operators")
  }

  private func spend(_ steps: Int, by asker: @autoclosure () -> String) throws(InterpreterError) {
    guard let limit else { return }
    spent = OperatorWork.sum(spent, steps)
    guard spent > limit else { return }
    let sum = spent == steps ? "" : ", which makes \(spent) with those before"
    throw .tensorFlowLiteError("\(asker()): takes \(steps) steps of work\(sum), more than the work limit of \(limit)")
  }
}
