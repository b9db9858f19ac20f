import TFLiteSchema

/// SCATTER_ND into a known shape.
struct ScatterND: ThrowingOperator {
  let outputShape: [Int]
  let slices: SliceIndex
  let type: TensorType
  let elementSize: Int
  let indices: IndexTensor

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// SCATTER_ND: slices are added up in a tensor of zeros, each at the place that its index names.
///
/// Inputs: indices [..., depth], int32 or int64, one for each of the first `depth` dimensions of the output; slices
/// [..., slice dimensions], with the same leading dimensions; the output's shape [rank], of the indices' type. Output:
/// of that shape and the slices' type. An index outside is an error when the model runs. Integers wrap around; truth
/// values are joined by *or*.
///
/// TFLite takes int32 indices alone; here they may be int64.
///
/// Source: `tflite/kernels/scatter_nd.cc`; `tflite/kernels/internal/reference/reference_ops.h`, ScatterNd.
enum ScatterNDOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int32, .int64, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    let (positions, updates, shapeTensor) = (try context.input(0), try context.input(1), try context.input(2))
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: updates)
    let indices = try IndexTensor(context, position: 0)
    try context.require(shapeTensor, sameTypeAs: positions)
    try context.require(shapeTensor, rank: 1...1)
    let shape = try context.integers(shapeTensor)
    guard let depth = positions.shape.last, depth <= shape.count, shape.allSatisfy({ $0 >= 0 }) else {
      throw KernelError.shape(
        context.identity, positions.identity, found: positions.shape,
        expected: "at most \(shape.count) indices in the last dimension, one for each dimension of \(shape)")
    }
    try context.require(updates, shape: positions.shape.dropLast() + shape[depth...])
    return ScatterND(
      outputShape: shape, slices: SliceIndex(indices: positions.shape, into: shape), type: updates.type,
      elementSize: try context.elementSize(of: updates), indices: indices)
  }
}
