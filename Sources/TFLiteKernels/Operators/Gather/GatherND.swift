import TFLiteSchema

/// GATHER_ND: slices are copied as they are.
struct GatherND: ThrowingOperator {
  let outputShape: [Int]
  let slices: SliceIndex
  let elementSize: Int
  let indices: IndexTensor

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// GATHER_ND: slices of a tensor, each found by several indices.
///
/// Inputs: a tensor; indices [..., depth], int16, int32 or int64, one for each of the first `depth` dimensions of the
/// tensor. Output: the indices' dimensions but the last, then the tensor's dimensions from `depth` on. An index outside
/// is an error when the model runs.
///
/// Source: `tflite/kernels/gather_nd.cc`; `tflite/kernels/internal/reference/reference_ops.h`, GatherNd.
enum GatherNDOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, positions) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    let indices = try IndexTensor(context, position: 1)
    guard let depth = positions.shape.last, depth <= input.rank else {
      throw KernelError.shape(
        context.identity, positions.identity, found: positions.shape,
        expected: "at most \(input.rank) indices in the last dimension, one for each dimension of \(input.identity)")
    }
    return GatherND(
      outputShape: positions.shape.dropLast() + input.shape[depth...],
      slices: SliceIndex(indices: positions.shape, into: input.shape),
      elementSize: try context.elementSizeWithStrings(of: input), indices: indices)
  }
}
