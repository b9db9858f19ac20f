import TFLiteSchema

/// NOT_EQUAL: whether the elements of each pair differ.
enum NotEqualOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsNotEqual.self)
  }
}
