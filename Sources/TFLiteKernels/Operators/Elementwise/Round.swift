import TFLiteSchema

/// ROUND: the nearest whole number; of two, the even one. What is rounded up to 0 becomes a positive 0.
enum RoundOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  /// Source: `tflite/kernels/internal/reference/round.h`, RoundToNearest.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { value in
      let below = value.rounded(.down)
      let rounded = value.rounded(.toNearestOrEven)
      return rounded == below ? below : below + 1
    }
  }
}
