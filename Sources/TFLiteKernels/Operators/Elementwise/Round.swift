import TFLiteSchema

/// ROUND: the nearest whole number; of two, the even one.
///
/// Input and output: tensors of one shape and type. What is rounded up to 0 becomes a positive 0.
///
/// Source: `tflite/kernels/round.cc`; `tflite/kernels/internal/reference/round.h`.
enum RoundOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .float16, .bfloat16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .float16, .bfloat16)
    return input.type == .float32 ? try context.floatMap { round($0) } : try context.narrowFloatMap { round($0) }
  }

  @inline(__always)
  private static func round(_ value: Float) -> Float {
    let below = value.rounded(.down)
    let rounded = value.rounded(.toNearestOrEven)
    return rounded == below ? below : below + 1
  }
}
