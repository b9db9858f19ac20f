import TFLiteSchema

/// GREATER: whether the first element of each pair is the larger one.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, bool. uint8 and int8 with
/// scales are compared by the real values that they stand for, int16 as stored.
///
/// TFLite ends the process for a scale of 1 or more; here they are compared like all others.
///
/// Source: `tflite/kernels/comparisons.cc`; `tflite/kernels/internal/reference/comparisons.h`.
enum GreaterOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(.float32, .float16, .bfloat16, .uint8, .int8, .int16, .int32, .int64)
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsGreater.self)
  }
}
