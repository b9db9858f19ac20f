import TFLiteCLibrary
import TFLiteSchema

/// COS: the cosine of an angle in radians.
enum CosOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { cosf($0) }
  }
}
