import TFLiteSchema

/// SQUEEZE: a tensor loses its dimensions of size 1, or those of them that `squeeze_dims` lists.
///
/// Input: a tensor. Output: the dimensions that are left.
///
/// Source: `tflite/kernels/squeeze.cc`.
enum SqueezeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let input = try context.input(0)
    let listed = try context.options(SqueezeOptions.self).squeezeDims
    let dropped =
      listed.isEmpty
      ? input.shape.indices.filter { input.shape[$0] == 1 }
      : try listed.map { axis throws(KernelError) in try context.axis(axis, of: input, option: "squeeze_dims") }
    guard dropped.allSatisfy({ input.shape[$0] == 1 }) else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "size 1 in the dimensions \(dropped)")
    }
    let kept = input.shape.indices.filter { !dropped.contains($0) }
    return try Reshape(context, input, outputShape: kept.map { input.shape[$0] })
  }
}
