import TFLiteSchema

/// STABLEHLO_SCATTER of any type.
struct StablehloScatter: TotalOperator {
  /// What an element and its update become.
  enum Update: Sendable {
    case replace, add, multiply, maximum, minimum
  }

  let outputShape: [Int]
  let type: TensorType
  let update: Update
  let updateShape: [Int]
  let vectors: IndexVectors
  /// The output's dimension for each part of an index vector.
  let targetDimensions: [Int]
  /// The output's dimension for each dimension of the updates; nil for those that count index vectors.
  let windowTargets: [Int?]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    switch type {
    case .float16: run(call, HalfBits.self)
    case .float32: run(call, Float.self)
    case .float64: run(call, Double.self)
    case .int8: run(call, Int8.self)
    case .int16: run(call, Int16.self)
    case .int32: run(call, Int32.self)
    case .int64: run(call, Int64.self)
    case .uint8: run(call, UInt8.self)
    case .uint16: run(call, UInt16.self)
    case .uint32: run(call, UInt32.self)
    case .uint64: run(call, UInt64.self)
    default: run(call, TruthValue.self)
    }
  }

  private func run<Element: CombinableElement>(_ call: OperatorCall, _ element: Element.Type) {
    switch update {
    case .replace: runReference(call, element) { $1 }
    case .add: runReference(call, element, SumOfTwo.combine)
    case .multiply: runReference(call, element, ProductOfTwo.combine)
    case .maximum: runReference(call, element, LargerOfTwo.combine)
    case .minimum: runReference(call, element, SmallerOfTwo.combine)
    }
  }
}

/// STABLEHLO_SCATTER: a tensor in which elements are combined with updates, where vectors of indices say.
///
/// Inputs: a tensor; the vectors, int32 or int64, along `index_vector_dim`, whose parts belong to the tensor's dimensions
/// `scatter_dims_to_operand_dims`; the updates, of the tensor's type: their dimensions `update_window_dims` are those of
/// the tensor but for `inserted_window_dims`, the others count the vectors. Output: the tensor's shape and type. The
/// subgraph that combines two elements must have one operator, STABLEHLO_ADD, STABLEHLO_MULTIPLY, STABLEHLO_MAXIMUM or
/// STABLEHLO_MINIMUM, or none, and then replaces. Updates outside are left out.
///
/// TFLite does not check that the updates' shape fits the vectors; here it must.
///
/// Source: `tflite/kernels/stablehlo_scatter.cc`.
enum StablehloScatterOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.combinations]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    let (input, updates) = (try context.input(0), try context.input(2))
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(updates, sameTypeAs: input)
    let options = try context.options(StablehloScatterOptions.self)
    let vectors = try IndexVectors(context, position: 1, along: options.indexVectorDim)
    let inserted = try context.dimensions(options.insertedWindowDims, "inserted_window_dims", below: input.rank)
    let kept = input.shape.indices.filter { !inserted.contains($0) }
    let windows = try context.dimensions(
      options.updateWindowDims, "update_window_dims", below: updates.rank, count: kept.count)
    let counting = updates.shape.indices.filter { !windows.contains($0) }
    guard counting.map({ updates.shape[$0] }) == vectors.shape else {
      throw KernelError.shape(
        context.identity, updates.identity, found: updates.shape,
        expected: "\(vectors.shape), a slice for each index vector, without the dimensions \(windows)")
    }
    var windowTargets = [Int?](repeating: nil, count: updates.rank)
    for (window, target) in zip(windows, kept) { windowTargets[window] = target }
    return StablehloScatter(
      outputShape: input.shape, type: input.type,
      update: try update(context, subgraph: options.updateComputationSubgraphIndex), updateShape: updates.shape,
      vectors: vectors,
      targetDimensions: try context.dimensions(
        options.scatterDimsToOperandDims, "scatter_dims_to_operand_dims", below: input.rank, count: vectors.length),
      windowTargets: windowTargets)
  }

  private static func update(
    _ context: OperatorContext, subgraph: Int32
  ) throws(KernelError) -> StablehloScatter.Update {
    let operators = try context.requireSubgraphs().operators(ofSubgraph: subgraph)
    switch operators {
    case []: return .replace
    case [.stablehloAdd]: return .add
    case [.stablehloMultiply]: return .multiply
    case [.stablehloMaximum]: return .maximum
    case [.stablehloMinimum]: return .minimum
    default:
      throw .option(
        context.identity, name: "update_computation_subgraph_index",
        found: "\(subgraph), a subgraph of \(operators.map(\.schemaName))",
        expected: "one of a single STABLEHLO_ADD, _MULTIPLY, _MAXIMUM or _MINIMUM, or of nothing")
    }
  }
}
