/// NON_MAX_SUPPRESSION_V5: as V4, but boxes that overlap a better one may lose score instead of being dropped.
///
/// Inputs: boxes [count, 4] as two opposite corners (y, x, y, x), scores [count], the most boxes wanted (int32), the
/// overlap from which a box is dropped, the score that a box must exceed, the sigma by which overlapping boxes lose
/// score instead of being dropped at once (0 for never). Outputs: the indices of the boxes, best first, their scores,
/// and their number.
/// What is left of the outputs is 0.
///
/// Source: `tflite/kernels/non_max_suppression.cc`.
enum NonMaxSuppressionV5Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try NonMaxSuppression.prepare(context, sigmaPosition: 5)
  }
}
