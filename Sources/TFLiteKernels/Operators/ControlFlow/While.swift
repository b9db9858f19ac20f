import TFLiteSchema

/// WHILE: as long as one subgraph says true of some values, another makes the next ones of them.
///
/// Inputs: the first values, of any types. Outputs: the last ones, of the same types; their shapes are known before a run
/// where no round changes them.
///
/// Source: `tflite/kernels/while.cc`.
enum WhileOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.subgraph()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(WhileOptions.self)
    let caller = try SubgraphCaller(context)
    let (condition, body) = (options.condSubgraphIndex, options.bodySubgraphIndex)
    guard condition != body else {
      throw KernelError.option(
        context.identity, name: "body_subgraph_index", found: "\(body)", expected: "another than the condition's")
    }
    try caller.check(condition, results: [.bool])
    try caller.check(body, results: caller.arguments.map(\.type))
    guard context.outputs.map(\.type) == caller.arguments.map(\.type) else {
      throw KernelError.operands(context.identity, "has outputs of other types than its inputs")
    }
    let identity = context.identity
    return try caller.prepared(shapes: try lastingShapes(caller, condition, body)) { _, first in
      var values = first
      while try isTrue(caller.call(condition, values), identity) { values = try caller.call(body, values) }
      return values
    }
  }

  /// The shapes of the values, where no round changes them.
  private static func lastingShapes(_ caller: SubgraphCaller, _ condition: Int32, _ body: Int32) throws -> [[Int]]? {
    _ = try caller.resultShapes(condition)
    let shapes = caller.arguments.map(\.shape)
    return try caller.resultShapes(body) == shapes ? shapes : nil
  }

  /// What a condition's subgraph says.
  private static func isTrue(_ results: [TensorValue], _ identity: OperatorIdentity) throws(KernelError) -> Bool {
    guard results.count == 1, results[0].bytes.count == 1 else {
      throw .operands(identity, "has a condition of \(results.first?.bytes.count ?? 0) truth values, expected one")
    }
    return results[0].bytes[0] != 0
  }
}
