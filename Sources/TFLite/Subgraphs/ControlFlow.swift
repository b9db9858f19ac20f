import TFLiteKernels
import TFLiteSchema

/// When an operator is prepared.
enum PreparationPhase {
  /// Before the first run; only constants have values.
  case allocation
  /// In a run, just before it is to compute; all its inputs have values.
  case run
}

/// The operators that need more than their tensors: other subgraphs, or variables of the model.
enum ControlFlow {
  typealias Prepare = @Sendable (OperatorContext, PreparationPhase, SubgraphLibrary) throws -> any PreparedOperator

  static let operators: [BuiltinOperator: Prepare] = [
    .assignVariable: prepareAssignVariable,
    .callOnce: prepareCallOnce,
    .if: prepareIf,
    .readVariable: prepareReadVariable,
    .stablehloComposite: prepareComposite,
    .varHandle: prepareVarHandle,
    .while: prepareWhile,
  ]

  /// IF: a truth value chooses one of two subgraphs, which gets the other inputs.
  ///
  /// Source: `tflite/kernels/if.cc`.
  private static func prepareIf(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    let options = try context.options(IfOptions.self)
    try context.requireTruthValue(try context.input(0))
    let caller = try SubgraphCaller(context, phase, library, firstArgument: 1)
    let (whenTrue, whenFalse) = (options.thenSubgraphIndex, options.elseSubgraphIndex)
    for branch in [whenTrue, whenFalse] { try caller.check(branch, results: context.outputs.map(\.type)) }
    let shapes = caller.arguments.map(\.shape)
    return try caller.prepared(shapes: try commonShapes(caller, whenTrue, whenFalse, shapes)) { condition, values in
      try caller.call(condition != 0 ? whenTrue : whenFalse, values)
    }
  }

  /// The shapes of the results where both branches have the same.
  private static func commonShapes(
    _ caller: SubgraphCaller, _ whenTrue: Int32, _ whenFalse: Int32, _ shapes: [[Int]]
  ) throws -> [[Int]]? {
    let results = try caller.resultShapes(whenTrue, shapes)
    return try caller.resultShapes(whenFalse, shapes) == results ? results : nil
  }

  /// WHILE: as long as one subgraph says true of some values, another makes the next ones of them.
  ///
  /// Source: `tflite/kernels/while.cc`.
  private static func prepareWhile(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    let options = try context.options(WhileOptions.self)
    let caller = try SubgraphCaller(context, phase, library)
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
    let shapes = caller.arguments.map(\.shape)
    return try caller.prepared(shapes: try lastingShapes(caller, condition, body, shapes)) { _, first in
      var values = first
      while try context.isTrue(caller.call(condition, values)) { values = try caller.call(body, values) }
      return values
    }
  }

  /// The shapes of the values, where no round changes them.
  private static func lastingShapes(
    _ caller: SubgraphCaller, _ condition: Int32, _ body: Int32, _ shapes: [[Int]]
  ) throws -> [[Int]]? {
    _ = try caller.resultShapes(condition, shapes)
    return try caller.resultShapes(body, shapes) == shapes ? shapes : nil
  }

  /// STABLEHLO_COMPOSITE: an operator of others, which the model spells out in a subgraph.
  ///
  /// Source: `tflite/kernels/stablehlo_composite.cc`.
  private static func prepareComposite(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    let subgraph = try context.options(StableHLOCompositeOptions.self).decompositionSubgraphIndex
    let caller = try SubgraphCaller(context, phase, library)
    try caller.check(subgraph, results: context.outputs.map(\.type))
    return try caller.prepared(shapes: try caller.resultShapes(subgraph, caller.arguments.map(\.shape))) { _, values in
      try caller.call(subgraph, values)
    }
  }

  /// CALL_ONCE: a subgraph without inputs and outputs, which runs in the first invocation only.
  ///
  /// Source: `tflite/kernels/call_once.cc`.
  private static func prepareCallOnce(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 0...0, outputs: 0)
    let subgraph = try context.options(CallOnceOptions.self).initSubgraphIndex
    let caller = try SubgraphCaller(context, phase, library)
    try caller.check(subgraph, results: [])
    _ = try caller.resultShapes(subgraph, [])
    return SubgraphCall(outputShapes: [], arguments: [], firstArgument: 0) { _, _ in
      try caller.initialize(subgraph)
      return []
    }
  }
}

extension OperatorContext {
  /// Checks that a tensor is one truth value.
  fileprivate func requireTruthValue(_ tensor: TensorDescriptor) throws(KernelError) {
    try require(tensor, type: .bool)
    guard tensor.elementCount == 1 else {
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "one truth value")
    }
  }

  /// What a condition's subgraph says.
  fileprivate func isTrue(_ results: [TensorValue]) throws(KernelError) -> Bool {
    guard results.count == 1, results[0].bytes.count == 1 else {
      throw .operands(identity, "has a condition of \(results.first?.bytes.count ?? 0) truth values, expected one")
    }
    return results[0].bytes[0] != 0
  }
}
