import TFLiteSchema

/// MINIMUM: the smaller one of each pair of elements.
enum MinimumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareExtremum(Smaller.self)
  }
}
