import TFLiteSchema

/// CALL_ONCE: a subgraph without inputs and outputs, which runs in the first invocation only.
///
/// Source: `tflite/kernels/call_once.cc`.
enum CallOnceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.subgraph()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 0...0, outputs: 0)
    let subgraph = try context.options(CallOnceOptions.self).initSubgraphIndex
    let caller = try SubgraphCaller(context)
    try caller.check(subgraph, results: [])
    _ = try caller.resultShapes(subgraph)
    return SubgraphCall(outputShapes: [], arguments: [], firstArgument: 0) { _, _ in
      try caller.callOnce(subgraph)
      return []
    }
  }
}
