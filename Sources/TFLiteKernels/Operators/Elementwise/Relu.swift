/// RELU: negative values become 0.
///
/// Input and output: one shape and type, float32, uint8 or int8. The arithmetic and its source: ``Clamp``.
enum ReluOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Clamp(low: 0, high: .infinity).prepare(Self.self, context)
  }
}
