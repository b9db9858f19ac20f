import TFLiteSchema

/// DENSIFY: a sparse constant with all its zeros.
///
/// Input: a constant. Output: the same shape and type. The interpreter shows every operator dense constants
/// (`Sparsity.expand`), so that nothing is left to do here: the operator copies.
///
/// Source: `tflite/kernels/densify.cc`; `tflite/kernels/internal/reference/densify.h`.
enum DensifyOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let input = try context.input(0)
    guard input.constant != nil else {
      throw KernelError.operands(context.identity, "input \(input.identity) is no constant")
    }
    return try Reshape(context, input, outputShape: input.shape)
  }
}
