/// L2_POOL_2D: the square root of the mean square of the values in each window, which is clipped to the image.
///
/// Input: [batch, height, width, channels]. Output: [batch, output height, output width, channels], of the same type.
///
/// Source: `tflite/kernels/pooling.cc`; `tflite/kernels/internal/reference/pooling.h`.
enum L2Pool2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.requireActivationType(of: Self.self)
    return try context.floatPool2D(.l2)
  }
}
