import TFLiteSchema

/// MAXIMUM: the larger one of each pair of elements.
enum MaximumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareExtremum(Larger.self)
  }
}
