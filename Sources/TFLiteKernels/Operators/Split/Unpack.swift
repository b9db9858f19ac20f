import TFLiteSchema

/// UNPACK: a tensor is taken apart along one dimension, which disappears.
///
/// Input: a tensor whose dimension `axis`, which may count from the end, has size `num`. Outputs: `num` tensors of the
/// other dimensions, with scale and zero point of the input.
///
/// Source: `tflite/kernels/unpack.cc`; `tflite/kernels/internal/reference/reference_ops.h`, Unpack.
enum UnpackOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(UnpackOptions.self)
    let count = try context.requireOutputs(inputs: 1, counted: options.num, by: "num")
    let input = try context.input(0)
    let axis = try context.axis(options.axis, of: input)
    guard input.shape[axis] == count else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "\(count) in dimension \(axis)")
    }
    for output in context.outputs { try context.require(output, sameMeaningAs: input) }
    let cut = try Cuts(context, input: 0, axis: axis, sizes: Array(repeating: 1, count: count))
    var shape = input.shape
    shape.remove(at: axis)
    return Movement(outputShapes: Array(repeating: shape, count: count), paths: cut.paths)
  }
}
