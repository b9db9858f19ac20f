import TFLiteSchema

/// STABLEHLO_GATHER of elements of any size.
struct StablehloGather: TotalOperator {
  let outputShape: [Int]
  let operandShape: [Int]
  let operandStrides: [Int]
  let elementSize: Int
  let sliceSizes: [Int]
  let vectors: IndexVectors
  /// The operand's dimension for each part of an index vector.
  let operandDimensions: [Int]
  /// Elements to step in the output for one step along each dimension of the index vectors.
  let outputBatchStrides: [Int]
  /// A slice's elements on their way.
  let slice: StridedCopy

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// STABLEHLO_GATHER: slices of one size of a tensor, each of which begins where a vector of indices says.
///
/// Inputs: a tensor of any type of at most 8 bytes; the vectors, int32 or int64, along `index_vector_dim`, whose parts
/// belong to the tensor's dimensions `start_index_map`. Output: the slices without `collapsed_slice_dims`, whose
/// dimensions are the output's `offset_dims`; the others are those of the vectors. A slice that would not fit is moved.
///
/// TFLite leaves slices that are larger than the tensor, and dimensions named twice, to chance; here they are errors.
///
/// Source: `tflite/kernels/stablehlo_gather.cc`.
enum StablehloGatherOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let operand = try context.input(0)
    try context.require(context.output(0), sameTypeAs: operand)
    let elementSize = try context.elementSize(of: operand)
    let options = try context.options(StablehloGatherOptions.self)
    let vectors = try IndexVectors(context, position: 1, along: options.indexVectorDim)
    let collapsed = try context.dimensions(options.collapsedSliceDims, "collapsed_slice_dims", below: operand.rank)
    let kept = operand.shape.indices.filter { !collapsed.contains($0) }
    let sizes = options.sliceSizes
    guard sizes.count == operand.rank, zip(sizes, operand.shape).allSatisfy({ (0...Int64($1)).contains($0) }),
      collapsed.allSatisfy({ sizes[$0] <= 1 })
    else {
      throw KernelError.option(
        context.identity, name: "slice_sizes", found: "\(sizes)",
        expected: "at most \(operand.shape), the shape of \(operand.identity), and 1 along \(collapsed)")
    }
    let sliceSizes = sizes.map { Int($0) }
    let rank = vectors.shape.count + kept.count
    let offsets = try context.dimensions(options.offsetDims, "offset_dims", below: rank, count: kept.count)
    let targets = (0..<rank).filter { offsets.contains($0) }
    let batches = (0..<rank).filter { !offsets.contains($0) }
    var shape = Array(repeating: 0, count: rank)
    for (target, source) in zip(targets, kept) { shape[target] = sliceSizes[source] }
    for (target, size) in zip(batches, vectors.shape) { shape[target] = size }
    let (from, to) = (operand.shape.rowMajorStrides, shape.rowMajorStrides)
    let levels = zip(targets, kept).map { target, source in
      StridedCopy.Dimension(
        count: sliceSizes[source], sourceStride: from[source] &* elementSize, targetStride: to[target] &* elementSize)
    }
    return StablehloGather(
      outputShape: shape, operandShape: operand.shape, operandStrides: from, elementSize: elementSize,
      sliceSizes: sliceSizes, vectors: vectors,
      operandDimensions: try context.dimensions(
        options.startIndexMap, "start_index_map", below: operand.rank, count: vectors.length),
      outputBatchStrides: batches.map { to[$0] }, slice: StridedCopy(levels, elementSize: elementSize))
  }
}
