/// RELU_N1_TO_1: values are clamped to -1 … 1.
///
/// Input and output: one shape and type, float32, uint8 or int8. The arithmetic and its source: ``Clamp``.
enum ReluN1To1Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Clamp(low: -1, high: 1).prepare(Self.self, context)
  }
}
