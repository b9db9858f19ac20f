/// RANDOM_STANDARD_NORMAL: normally distributed numbers with mean 0 and standard deviation 1.
///
/// Input: the shape [rank], int32. Output: float32, of that shape. The numbers follow from two seeds, and go on from one
/// run to the next; two seeds of 0 ask for other numbers each time.
///
/// Source: `tflite/kernels/random_ops.cc`.
enum RandomStandardNormalOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try RandomNumbers.prepare(context, .standardNormal)
  }
}
