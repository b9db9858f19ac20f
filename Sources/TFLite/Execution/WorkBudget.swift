import TFLiteKernels

/// How much work has been asked for so far, of what is allowed: by the operators of a subgraph while they are prepared, or
/// by one invocation with all the subgraphs that it calls.
final class WorkBudget {
  /// Steps of work, which `TFLiteKernels.OperatorWork` estimates; nil where there is no limit.
  private let limit: Int?
  private(set) var spent = 0

  init(limit: Int?) {
    self.limit = limit
  }

  /// Begins another invocation.
  func reset() { spent = 0 }

  /// Counts the work of an operator before it is done.
  ///
  /// - Parameter steps: is only asked for where there is a limit.
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when it is too much.
  func spend(_ steps: @autoclosure () -> Int, on node: Node) throws(InterpreterError) {
    guard limit != nil else { return }
    try spend(steps(), by: "\(node.identity)")
  }

  /// Counts the work of all operators of a subgraph that have been prepared, before they run.
  ///
  /// - Throws: as ``spend(_:on:)``.
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

extension Node {
  /// The steps of work that the operator takes.
  ///
  /// - Parameter tensors: its subgraph, with shapes that are known by now.
  func steps(_ tensors: [TensorDescriptor]) -> Int {
    OperatorWork.steps(
      code, stored.builtinOptions ?? stored.builtinOptions2, customOptions: stored.customOptions,
      inputs: stored.inputs.map { $0 < 0 ? nil : tensors[Int($0)] }, outputs: stored.outputs.map { tensors[Int($0)] })
  }
}
