import TFLiteSchema

/// What operators that call subgraphs of their model ask of the interpreter: it prepares and runs them.
///
/// Subgraphs are named by their index in the model, which verification has checked. Errors in a subgraph say who called
/// it.
package protocol SubgraphHost: AnyObject, Sendable {
  /// What a subgraph takes and gives.
  func interface(ofSubgraph index: Int32) -> SubgraphInterface

  /// What a subgraph consists of, for operators that do what a subgraph says without running it.
  func operators(ofSubgraph index: Int32) -> [BuiltinOperator]

  /// The shapes of a subgraph's results for inputs of given shapes; nil where only a run can tell them.
  func resultShapes(
    ofSubgraph index: Int32, inputShapes: [[Int]], for caller: OperatorIdentity
  ) throws -> [[Int]]?

  /// Runs a subgraph.
  ///
  /// - Throws: what its operators throw, and where there have been too many calls in this invocation.
  func call(_ index: Int32, _ arguments: [TensorValue], for caller: OperatorIdentity) throws -> [TensorValue]

  /// Runs a subgraph without inputs and outputs, unless it has been run.
  func callOnce(_ index: Int32, for caller: OperatorIdentity) throws
}

/// What a subgraph takes and gives.
package struct SubgraphInterface: Sendable {
  /// `subgraph 2 "body"`.
  package let description: String
  package let inputs: [TensorType]
  package let outputs: [TensorType]
  /// A tensor among the inputs that has values of its own, so that nothing can be given to it.
  package let occupiedInput: Int?

  package init(description: String, inputs: [TensorType], outputs: [TensorType], occupiedInput: Int?) {
    self.description = description
    self.inputs = inputs
    self.outputs = outputs
    self.occupiedInput = occupiedInput
  }
}

extension OperatorContext {
  /// What runs the subgraphs that an operator calls.
  ///
  /// - Throws: ``KernelError/operands(_:_:)`` where the operator is prepared outside of an interpreter.
  func requireSubgraphs() throws(KernelError) -> any SubgraphHost {
    guard let subgraphs else { throw .operands(identity, "calls subgraphs, for which it needs an interpreter") }
    return subgraphs
  }
}
