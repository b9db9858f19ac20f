import TFLiteSchema

/// SPLIT: a tensor is cut along one dimension into parts of one size.
///
/// Inputs: the dimension, one int32 or int64, which may count from the end; a tensor whose size there is a multiple of
/// `num_splits`. Outputs: `num_splits` tensors, with that part of the dimension.
///
/// Source: `tflite/kernels/split.cc`; `tflite/kernels/internal/reference/reference_ops.h`, Split.
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
    return try Cuts(context, input: 1, axis: axis, sizes: sizes)
  }
}
