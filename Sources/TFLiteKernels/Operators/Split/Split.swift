import TFLiteSchema

/// SPLIT: a tensor cut along one dimension into parts of one size.
///
/// Inputs: the dimension, which may count from the end, and any tensor.
///
/// Source: `tflite/kernels/split.cc`.
enum SplitOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let count = try context.requireOutputs(
      inputs: 2, counted: context.options(SplitOptions.self).numSplits, by: "num_splits")
    let (axisTensor, input) = (try context.input(0), try context.input(1))
    let axis = try context.axis(try context.integer(axisTensor), heldBy: axisTensor, rank: input.rank)
    guard input.shape[axis] % count == 0 else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "dimension \(axis) to be a multiple of \(count)"
      )
    }
    let sizes = Array(repeating: input.shape[axis] / count, count: count)
    return try Movement.cutting(context, inputIndex: 1, axis: axis, sizes: sizes)
  }
}
