import TFLiteSchema

/// BROADCAST_TO: a tensor is broadcast to a shape: dimensions are aligned at the end, and a dimension of 1 repeats.
///
/// Inputs: a tensor; the shape [rank], int32 or int64. Output: that shape.
///
/// Source: `tflite/kernels/broadcast_to.cc`; `tflite/kernels/internal/reference/broadcast_to.h`.
enum BroadcastToOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, target) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(target, rank: 1...1)
    let elementSize = try context.elementSize(of: input)
    let shape = try context.integers(target)
    let missing = shape.count - input.rank
    guard missing >= 0, shape.allSatisfy({ $0 >= 0 }),
      zip(input.shape, shape.dropFirst(missing)).allSatisfy({ $0 == 1 || $0 == $1 })
    else {
      throw KernelError.value(
        context.identity, target.identity,
        "holds the shape \(shape), to which \(input.shape), the shape of \(input.identity), cannot be broadcast")
    }
    let strides = zip(input.shape, input.shape.rowMajorStrides).map { $0 == 1 ? 0 : $1 }
    return Movement(
      outputShape: shape,
      StridedCopy(
        gathering: shape, sourceStrides: Array(repeating: 0, count: missing) + strides, elementSize: elementSize))
  }
}
