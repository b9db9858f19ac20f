import TFLiteCLibrary
import TFLiteSchema

/// SIN: the sine of an angle in radians.
enum SinOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { sinf($0) }
  }
}
