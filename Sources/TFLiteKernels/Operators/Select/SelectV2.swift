import TFLiteSchema

/// SELECT_V2: where the condition is true, the element of the first tensor, else that of the second.
///
/// Inputs: condition, bool; two tensors of one type, of at most 64 bits. The shapes of all three are broadcast to one.
/// Output: that shape, of the tensors' type.
///
/// Source: `tflite/kernels/select.cc`; `tflite/kernels/internal/reference/select.h`.
enum SelectV2Operator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Selection.prepare(context) { [$0.shape, $1.shape, $2.shape] }
  }
}
