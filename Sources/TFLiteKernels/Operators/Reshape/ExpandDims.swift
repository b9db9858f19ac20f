import TFLiteSchema

/// EXPAND_DIMS: a tensor gets a new dimension of size 1.
///
/// Inputs: a tensor; the place of the new dimension, one int32 or int64, which may count from the end of the new shape.
/// Output: the new shape, with scale and zero point of the input.
///
/// Source: `tflite/kernels/expand_dims.cc`.
enum ExpandDimsOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, axisTensor) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameMeaningAs: input)
    let axis = try context.axis(try context.integer(axisTensor), heldBy: axisTensor, rank: input.rank + 1)
    var shape = input.shape
    shape.insert(1, at: axis)
    return try Reshape(context, input, outputShape: shape)
  }
}
