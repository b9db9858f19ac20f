import TFLiteElementaryFunctions
import TFLiteSchema

/// COS: the cosine of an angle in radians.
///
/// Input and output: tensors of one shape and type.
///
/// Source: `tflite/kernels/elementwise.cc`, CosEval.
enum CosOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .float16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .float16)
    return input.type == .float32
      ? try context.floatMap { ElementaryFunctions.cos($0) }
      : try context.narrowFloatMap { ElementaryFunctions.cos($0) }
  }
}
