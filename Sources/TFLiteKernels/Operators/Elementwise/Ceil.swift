import TFLiteSchema

/// CEIL: the next whole number above.
///
/// Input and output: tensors of one shape and type.
///
/// Source: `tflite/kernels/ceil.cc`; `tflite/kernels/internal/reference/ceil.h`.
enum CeilOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { $0.rounded(.up) }
  }
}
