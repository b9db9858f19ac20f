import TFLiteSchema

/// LESS_EQUAL: whether the left element of each pair is not the larger one.
enum LessEqualOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsLessOrEqual.self)
  }
}
