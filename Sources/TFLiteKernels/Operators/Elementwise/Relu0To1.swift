/// RELU_0_TO_1: values are clamped to 0 … 1.
///
/// Input and output: tensors of one shape and type. 8-bit values are rescaled, then clamped to the stored values of the
/// bounds: ``Clamp``.
///
/// Source: `tflite/kernels/activations.cc`, ReluPrepare; `tflite/kernels/internal/reference/reference_ops.h`, ReluX.
enum Relu0To1Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Clamp(low: 0, high: 1).prepare(Self.self, context)
  }
}
