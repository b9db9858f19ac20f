/// NON_MAX_SUPPRESSION_V5: the best boxes; one that overlaps a better one may lose score instead of being dropped.
///
/// Inputs: boxes [count, 4] as two opposite corners (y, x, y, x); scores [count]; the most boxes wanted, int32 or
/// int64; the overlap from which a box is dropped; the score that a box must exceed; the sigma by which overlapping
/// boxes lose score (0: never); the last four are scalars. Outputs: the indices of the boxes [most wanted], int32, best
/// first; their scores [most wanted], float32; their number, a scalar, int32. What is left of the indices and scores is
/// 0.
///
/// Source: `tflite/kernels/non_max_suppression.cc`; `tflite/kernels/internal/reference/non_max_suppression.h`.
enum NonMaxSuppressionV5Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try NonMaxSuppression.prepare(context, sigmaPosition: 5)
  }
}
