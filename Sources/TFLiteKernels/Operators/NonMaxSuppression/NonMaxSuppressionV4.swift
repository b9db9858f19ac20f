/// NON_MAX_SUPPRESSION_V4: the best boxes that do not overlap a better one too much.
///
/// Inputs: boxes [count, 4] as two opposite corners (y, x, y, x); scores [count]; the most boxes wanted, int32 or
/// int64; the overlap from which a box is dropped; the score that a box must exceed; the last three are scalars.
/// Outputs: the indices of the boxes [most wanted], int32, best first; their number, a scalar, int32. What is left of
/// the indices is 0.
///
/// Source: `tflite/kernels/non_max_suppression.cc`; `tflite/kernels/internal/reference/non_max_suppression.h`.
enum NonMaxSuppressionV4Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try NonMaxSuppression.prepare(context, sigmaPosition: nil)
  }
}
