/// RELU: negative values become 0.
///
/// Input and output: tensors of one shape and type. 8- and 16-bit values are rescaled, then clamped to the stored values of the
/// bounds: ``Clamp``.
///
/// Source: `tflite/kernels/activations.cc`, ReluPrepare; `tflite/kernels/internal/reference/reference_ops.h`, ReluX.
enum ReluOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int16), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Clamp(low: 0, high: .infinity).prepare(Self.self, context)
  }
}
