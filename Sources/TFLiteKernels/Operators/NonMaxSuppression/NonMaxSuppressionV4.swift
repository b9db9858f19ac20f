/// NON_MAX_SUPPRESSION_V4: the best boxes that do not overlap a better one too much.
///
/// Inputs: boxes [count, 4] as two opposite corners (y, x, y, x), scores [count], the most boxes wanted (int32), the
/// overlap from which a box is dropped, the score that a box must exceed. Outputs: the indices of the boxes, best
/// first, and their number.
/// What is left of the outputs is 0.
///
/// Source: `tflite/kernels/non_max_suppression.cc`.
enum NonMaxSuppressionV4Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try NonMaxSuppression.prepare(context, sigmaPosition: nil)
  }
}
