import TFLiteSchema

/// STABLEHLO_REDUCE_WINDOW: sums, products, the largest or smallest elements, or *all* or *any*, of a window that moves
/// over a tensor with gaps and a border.
///
/// Inputs: a tensor of 1 to 6 dimensions; the value to begin with, whose first element counts, of its type. Output: of
/// the tensor's type, with one element for each place where the window fits. The subgraph that combines two elements must
/// have one operator: ADD, MUL, MAXIMUM, MINIMUM, LOGICAL_AND, LOGICAL_OR, or one of StableHLO's of these. Gaps and borders
/// hold the value to begin with; a negative border cuts elements off. Integers wrap around; truth values are bytes.
///
/// Source: `tflite/kernels/stablehlo_reduce_window.cc`.
enum StablehloReduceWindowOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.windowReductions]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let input = try context.reducedInput(of: Self.self)
    let options = try context.options(StablehloReduceWindowOptions.self)
    let rank = input.rank
    func steps(_ name: String, _ values: [Int64]) throws(KernelError) -> [Int] {
      try numbers(context, name, values, count: rank, default: 1, from: 1)
    }
    guard !options.windowDimensions.isEmpty else {
      throw KernelError.option(
        context.identity, name: "window_dimensions", found: "[]", expected: "\(rank) numbers, one for each dimension")
    }
    let sizes = try steps("window_dimensions", options.windowDimensions)
    let strides = try steps("window_strides", options.windowStrides)
    let gaps = try steps("base_dilations", options.baseDilations)
    let dilations = try steps("window_dilations", options.windowDilations)
    let padding = try numbers(
      context, "padding", options.padding, count: 2 * rank, default: 0, from: Int64(Int32.min))
    let places = (0..<rank).map { axis in
      PaddedAxis(
        size: input.shape[axis], step: gaps[axis], before: padding[2 * axis], behind: padding[2 * axis + 1])
    }
    guard places.allSatisfy({ $0.size > 0 && $0.placeCount > 0 }) else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape,
        expected: "elements along every dimension, and more than the padding \(padding) cuts off")
    }
    let shape = places.map(\.placeCount)
    // The padded tensor is working memory.
    guard shape.reduce(1, { $0.clampedProduct($1) }) <= Int32.max else {
      throw KernelError.size(
        context.identity, input.identity, "is padded to \(shape), expected at most \(Int32.max) elements")
    }
    let elementSize = try context.elementSize(of: input)
    return WindowReduction(
      shape: shape,
      axes: (0..<rank).map { axis in
        ReducedAxis(size: shape[axis], windowSize: sizes[axis], stride: strides[axis], dilation: dilations[axis])
      }, type: input.type, elementSize: elementSize,
      function: try function(context, subgraph: options.bodySubgraphIndex),
      padding: shape == input.shape && padding.allSatisfy { $0 == 0 }
        ? nil : StridedCopy(padding: places, elementSize: elementSize))
  }

  /// The numbers of an option, or as many defaults where it is empty.
  private static func numbers(
    _ context: OperatorContext, _ name: String, _ values: [Int64], count: Int, default: Int, from lowest: Int64
  ) throws(KernelError) -> [Int] {
    if values.isEmpty { return Array(repeating: `default`, count: count) }
    guard values.count == count, values.allSatisfy({ (lowest...Int64(Int32.max)).contains($0) }) else {
      throw .option(
        context.identity, name: name, found: "\(values)", expected: "\(count) numbers from \(lowest) to \(Int32.max)")
    }
    return values.map { Int($0) }
  }

  private static func function(
    _ context: OperatorContext, subgraph: Int32
  ) throws(KernelError) -> ReduceWindowFunction {
    let operators = try context.requireSubgraphs().operators(ofSubgraph: subgraph)
    switch operators {
    case [.add], [.stablehloAdd]: return .add
    case [.mul], [.stablehloMultiply]: return .mul
    case [.maximum], [.stablehloMaximum]: return .maximum
    case [.minimum], [.stablehloMinimum]: return .minimum
    case [.logicalAnd], [.stablehloAnd]: return .all
    case [.logicalOr], [.stablehloOr]: return .any
    default:
      throw .option(
        context.identity, name: "body_subgraph_index",
        found: "\(subgraph), a subgraph of \(operators.map(\.schemaName))",
        expected: "one of a single ADD, MUL, MAXIMUM, MINIMUM, LOGICAL_AND or LOGICAL_OR")
    }
  }
}
