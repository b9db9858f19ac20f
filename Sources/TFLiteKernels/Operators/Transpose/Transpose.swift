import TFLiteSchema

/// TRANSPOSE: the dimensions of a tensor in another order.
///
/// Inputs: a tensor, of int4 and uint4 as well; for each dimension of the output which one of the tensor it is [rank], int32 or int64, which may
/// count from the end. Output: the tensor's sizes in that order.
///
/// TFLite takes an order that names a dimension twice; here that is an error.
///
/// Source: `tflite/kernels/transpose.cc`; `tflite/kernels/internal/reference/transpose.h`.
enum TransposeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    return try context.movingUnpacked([.int4, .uint4], prepareBytes)
  }

  private static func prepareBytes(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, order) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(order, shape: [input.rank])
    let elementSize = try context.elementSize(of: input)
    let axes = try context.integers(order).map { value throws(KernelError) in
      try context.axis(value, heldBy: order, rank: input.rank)
    }
    guard Set(axes).count == axes.count else {
      throw KernelError.value(context.identity, order.identity, "holds the order \(axes), which repeats a dimension")
    }
    let strides = input.shape.rowMajorStrides
    let shape = axes.map { input.shape[$0] }
    return Movement(
      context, outputShape: shape,
      StridedCopy(gathering: shape, sourceStrides: axes.map { strides[$0] }, elementSize: elementSize))
  }
}
