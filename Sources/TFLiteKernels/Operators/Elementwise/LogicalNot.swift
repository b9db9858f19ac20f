import TFLiteSchema

/// LOGICAL_NOT: the other truth value.
enum LogicalNotOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    ElementwiseFunction(outputShape: try context.unaryInput(.bool).shape, Negation())
  }
}

struct Negation: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: TruthValue) -> TruthValue { TruthValue(!value.isTrue) }
}
