import TFLiteSchema

/// GATHER and EMBEDDING_LOOKUP: slices are copied as they are.
struct Gather: ThrowingOperator {
  let outputShape: [Int]
  /// Which input is the tensor.
  var tablePosition = 0
  /// The product of the dimensions that tensor and indices share.
  let batches: Int
  /// The product of the dimensions between those and the one that is indexed.
  let outer: Int
  /// The size of the dimension that is indexed.
  let size: Int
  /// Bytes of one slice.
  let sliceByteCount: Int
  /// Indices of each batch.
  let count: Int
  let indices: IndexTensor

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// GATHER: slices along one dimension, in the order of a tensor of indices.
///
/// Inputs: a tensor, of int4 as well; indices, int16, int32 or int64. The first `batch_dims` dimensions of both are the same: each index
/// then looks only where its own place in them is. Output: the tensor's shape, with the indices' other dimensions in
/// place of dimension `axis`. An index outside is an error when the model runs.
///
/// Source: `tflite/kernels/gather.cc`; `tflite/kernels/internal/reference/gather.h`.
enum GatherOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    return try context.movingUnpacked([.int4], prepareBytes)
  }

  private static func prepareBytes(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, positions) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    let indices = try IndexTensor(context, position: 1)
    let options = try context.options(GatherOptions.self)
    let axis = try context.axis(options.axis, of: input)
    let shared = Int(options.batchDims) < 0 ? Int(options.batchDims) + positions.rank : Int(options.batchDims)
    guard (0...min(axis, positions.rank)).contains(shared) else {
      throw KernelError.option(
        context.identity, name: "batch_dims", found: "\(options.batchDims)",
        expected: "at most \(min(axis, positions.rank))")
    }
    guard input.shape.prefix(shared) == positions.shape.prefix(shared) else {
      throw KernelError.shape(
        context.identity, positions.identity, found: positions.shape,
        expected: "the first \(shared) dimensions of \(input.identity), which are \(input.shape.prefix(shared))")
    }
    let inner = input.shape[(axis + 1)...]
    return Gather(
      outputShape: Array(input.shape[..<axis] + positions.shape[shared...] + inner),
      batches: input.shape[..<shared].wrappingProduct, outer: input.shape[shared..<axis].wrappingProduct,
      size: input.shape[axis], sliceByteCount: inner.wrappingProduct &* (try context.elementSizeWithStrings(of: input)),
      count: positions.shape[shared...].wrappingProduct, indices: indices)
  }
}
