import TFLiteSchema

/// FLOOR: the next whole number below.
///
/// Input and output: tensors of one shape and type.
///
/// Source: `tflite/kernels/floor.cc`; `tflite/kernels/internal/reference/floor.h`.
enum FloorOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .float16, .bfloat16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .float16, .bfloat16)
    return input.type == .float32
      ? try context.floatMap { $0.rounded(.down) }
      : try context.narrowFloatMap { $0.rounded(.down) }
  }
}
