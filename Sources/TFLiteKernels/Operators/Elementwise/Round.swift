import TFLiteSchema

/// ROUND: the nearest whole number; of two, the even one.
///
/// Input and output: tensors of one shape and type. What is rounded up to 0 becomes a positive 0.
///
/// Source: `tflite/kernels/round.cc`; `tflite/kernels/internal/reference/round.h`.
enum RoundOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { value in
      let below = value.rounded(.down)
      let rounded = value.rounded(.toNearestOrEven)
      return rounded == below ? below : below + 1
    }
  }
}
