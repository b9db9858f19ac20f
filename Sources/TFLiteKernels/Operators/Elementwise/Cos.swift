import TFLiteElementaryFunctions
import TFLiteSchema

/// COS: the cosine of an angle in radians.
///
/// Input and output: tensors of one shape and type.
///
/// Source: `tflite/kernels/elementwise.cc`, CosEval.
enum CosOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { ElementaryFunctions.cos($0) }
  }
}
