import TFLiteSchema

/// SPLIT_V: a tensor is cut along one dimension into parts of given sizes.
///
/// Inputs: a tensor; the sizes [parts], int32 or int64, one of which may be -1 and takes what the others leave; the
/// dimension, one int32 or int64, which may count from the end. Outputs: as many tensors as there are parts.
///
/// Source: `tflite/kernels/split_v.cc`; `tflite/kernels/internal/reference/reference_ops.h`, Split.
enum SplitVOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let count = try context.requireOutputs(
      inputs: 3, counted: context.options(SplitVOptions.self).numSplits, by: "num_splits")
    let (input, sizesTensor, axisTensor) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(sizesTensor, shape: [count])
    let axis = try context.axis(try context.integer(axisTensor), heldBy: axisTensor, rank: input.rank)
    let sizes = try sizes(context, of: input, axis: axis, sizesTensor)
    return try Cuts(context, input: 0, axis: axis, sizes: sizes)
  }

  private static func sizes(
    _ context: OperatorContext, of input: TensorDescriptor, axis: Int, _ tensor: TensorDescriptor
  ) throws(KernelError) -> [Int] {
    var sizes = try context.integers(tensor)
    let total = input.shape[axis]
    let open = sizes.indices.filter { sizes[$0] == -1 }
    let known = sizes.reduce(0) { $1 < 0 ? $0 : $0.clampedSum($1) }
    guard open.count <= 1, sizes.allSatisfy({ $0 >= -1 }), open.isEmpty ? known == total : known <= total else {
      throw .value(
        context.identity, tensor.identity,
        "holds the sizes \(sizes), expected parts of \(total), the size of dimension \(axis) of \(input.identity)")
    }
    if let open = open.first { sizes[open] = total - known }
    return sizes
  }
}
