import TFLiteSchema

/// STABLEHLO_COMPOSITE: an operator of others, which the model spells out in a subgraph.
///
/// Inputs and outputs: those of the subgraph, of any types. The operator's name and attributes change nothing.
///
/// Source: `tflite/kernels/stablehlo_composite.cc`.
enum StablehloCompositeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.subgraph()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let subgraph = try context.options(StableHLOCompositeOptions.self).decompositionSubgraphIndex
    let caller = try SubgraphCaller(context)
    try caller.check(subgraph, results: context.outputs.map(\.type))
    return try caller.prepared(shapes: try caller.resultShapes(subgraph)) { _, values in
      try caller.call(subgraph, values)
    }
  }
}
