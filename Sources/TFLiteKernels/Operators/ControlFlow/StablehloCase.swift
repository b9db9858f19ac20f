import TFLiteSchema

/// STABLEHLO_CASE: a number chooses one of some subgraphs, which gets the other inputs.
///
/// Inputs: the number, one int32; then those of the subgraphs, of any types. Outputs: those of the subgraphs. Their
/// shapes are known before a run where all subgraphs give the same. A number for which there is no subgraph chooses the
/// last one.
///
/// Source: `tflite/kernels/stablehlo_case.cc`.
enum StablehloCaseOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.subgraph()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let branches = try context.options(StablehloCaseOptions.self).branchSubgraphIndices
    let number = try context.input(0)
    try context.require(number, type: .int32)
    try context.requireOneElement(number)
    guard let last = branches.last else {
      throw KernelError.option(
        context.identity, name: "branch_subgraph_indices", found: "[]", expected: "at least one subgraph")
    }
    let caller = try SubgraphCaller(context, firstArgument: 1)
    for branch in branches { try caller.check(branch, results: context.outputs.map(\.type)) }
    return try caller.prepared(shapes: try commonShapes(caller, branches)) { bytes, values in
      let number = bytes.withUnsafeBytes { Int($0.loadUnaligned(as: Int32.self)) }
      return try caller.call(branches.indices.contains(number) ? branches[number] : last, values)
    }
  }

  /// The shapes of the results where all branches have the same.
  private static func commonShapes(_ caller: SubgraphCaller, _ branches: [Int32]) throws -> [[Int]]? {
    let shapes = try branches.map { try caller.resultShapes($0) }
    return shapes.allSatisfy { $0 == shapes[0] } ? shapes[0] : nil
  }
}
