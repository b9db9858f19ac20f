import TFLiteSchema

/// EQUAL: whether the elements of each pair are the same.
enum EqualOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsEqual.self)
  }
}
