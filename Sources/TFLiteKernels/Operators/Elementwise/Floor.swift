import TFLiteSchema

/// FLOOR: the next whole number below.
enum FloorOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { $0.rounded(.down) }
  }
}
