import TFLiteSchema

/// IF: a truth value chooses one of two subgraphs, which gets the other inputs.
///
/// Inputs: the condition, one BOOL; then those of the subgraphs, of any types. Outputs: those of the subgraphs. Their
/// shapes are known before a run where both subgraphs give the same.
///
/// Source: `tflite/kernels/if.cc`.
enum IfOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.subgraph()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(IfOptions.self)
    try requireTruthValue(context, try context.input(0))
    let caller = try SubgraphCaller(context, firstArgument: 1)
    let (whenTrue, whenFalse) = (options.thenSubgraphIndex, options.elseSubgraphIndex)
    for branch in [whenTrue, whenFalse] { try caller.check(branch, results: context.outputs.map(\.type)) }
    return try caller.prepared(shapes: try commonShapes(caller, whenTrue, whenFalse)) { condition, values in
      try caller.call(condition[0] != 0 ? whenTrue : whenFalse, values)
    }
  }

  private static func requireTruthValue(
    _ context: OperatorContext, _ tensor: TensorDescriptor
  ) throws(KernelError) {
    try context.require(tensor, type: .bool)
    guard tensor.elementCount == 1 else {
      throw .shape(context.identity, tensor.identity, found: tensor.shape, expected: "one truth value")
    }
  }

  /// The shapes of the results where both branches have the same.
  private static func commonShapes(
    _ caller: SubgraphCaller, _ whenTrue: Int32, _ whenFalse: Int32
  ) throws -> [[Int]]? {
    let results = try caller.resultShapes(whenTrue)
    return try caller.resultShapes(whenFalse) == results ? results : nil
  }
}
