import TFLiteSchema

/// SUM, MEAN, REDUCE_PROD, REDUCE_MAX, REDUCE_MIN, REDUCE_ANY or REDUCE_ALL: all elements along some dimensions become
/// one.
struct Reduction: TotalOperator {
  let outputShape: [Int]
  /// Bytes of working memory for each element of the output.
  let accumulatorSize: Int
  let path: KernelPath
  private let body: @Sendable (OperatorCall) -> Void

  var outputShapes: [[Int]] { [outputShape] }

  // Wraps around only for outputs that are refused for their size.
  var scratchByteCount: Int { outputShape.reduce(accumulatorSize, &*) }

  init(
    _ geometry: ReductionGeometry, accumulatorSize: Int = 0, path: KernelPath = .plain,
    _ body: @escaping @Sendable (OperatorCall) -> Void
  ) {
    outputShape = geometry.outputShape
    self.path = path
    self.accumulatorSize = accumulatorSize
    self.body = body
  }

  func run(_ call: OperatorCall) { body(call) }
}

/// Which elements of the input become one element of the output.
struct ReductionGeometry: Equatable, Sendable {
  let outputShape: [Int]
  /// Visits the input in order, and with it the output, which stays where the input moves along a reduced dimension.
  let broadcast: Broadcast
  /// Input elements for each output element.
  let reducedCount: Int
  /// Whether every dimension is reduced.
  let isComplete: Bool
  /// nil where the reduced dimensions do not lie together.
  let block: ReductionBlock?

  var outputCount: Int { outputShape.reduce(1, *) }
  var inputCount: Int { broadcast.outputShape.reduce(1, *) }
  var isEmpty: Bool { broadcast.outputShape.contains(0) }
}

/// Reduced dimensions that lie together: the products of the dimensions before them, of themselves, and behind them.
struct ReductionBlock: Equatable, Sendable {
  let outer: Int
  let reduced: Int
  let inner: Int

  /// nil where a dimension that is kept lies between reduced ones.
  ///
  /// Products wrap where they are refused anyway.
  init?(_ shape: [Int], reducing axes: Set<Int>) {
    let reduced = shape.indices.filter { axes.contains($0) && shape[$0] != 1 }
    let first = reduced.first ?? 0
    let end = reduced.last.map { $0 + 1 } ?? 0
    guard (first..<end).allSatisfy({ axes.contains($0) || shape[$0] == 1 }) else { return nil }
    outer = shape[..<first].wrappingProduct
    self.reduced = shape[first..<end].wrappingProduct
    inner = shape[end...].wrappingProduct
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/reduce.cc`, PrepareSimple.
  func reduction() throws(KernelError) -> ReductionGeometry {
    try requireOperands(inputs: 2...2)
    let (input, holder) = (try input(0), try input(1))
    let keepsDimensions = try optionsOrDefaults(ReducerOptions.self).keepDims
    try require(output(0), sameTypeAs: input)
    try require(holder, type: .int32)
    // A scalar has nothing to reduce; TFLite ignores the axes.
    let axes: Set<Int> = input.rank == 0 ? [] : Set(try axes(in: holder, of: input))
    if input.type == .int16, input.isQuantized { try requireSymmetric(input, output(0)) }

    let kept = input.shape.indices.map { axes.contains($0) ? 1 : input.shape[$0] }
    // Broadcasting the kept dimensions gives back the input's shape, unless a reduced dimension has no elements.
    guard let broadcast = Broadcast([input.shape, kept]) else {
      throw .shape(identity, input.identity, found: input.shape, expected: "dimensions that can be reduced")
    }
    let outputShape = keepsDimensions ? kept : input.shape.indices.filter { !axes.contains($0) }.map { input.shape[$0] }
    return ReductionGeometry(
      outputShape: outputShape, broadcast: broadcast, reducedCount: axes.reduce(1) { $0 &* input.shape[$1] },
      isComplete: axes.count == input.rank, block: ReductionBlock(input.shape, reducing: axes))
  }

  /// Checks that a reduction's output has its input's scale and zero point, as comparing stored values needs.
  func requireSameQuantizationOfReduction() throws(KernelError) {
    let input = try input(0)
    if input.isQuantized || output(0).isQuantized, [.uint8, .int8, .int16].contains(input.type) {
      try require(output(0), sameQuantizationAs: input)
    }
  }
}
