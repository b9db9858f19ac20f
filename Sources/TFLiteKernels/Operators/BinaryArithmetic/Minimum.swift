import TFLiteSchema

/// MINIMUM: the smaller one of each pair of elements.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. Stored
/// values are compared as they are, whatever their scales. Where one of a pair is NaN, the second one is taken.
///
/// Source: `tflite/kernels/maximum_minimum.cc`; `tflite/kernels/internal/reference/maximum_minimum.h`.
enum MinimumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(.float32, .float16, .bfloat16, .uint8, .int8, .int16, .int32, .int64)
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareExtremum(Smaller.self)
  }
}
