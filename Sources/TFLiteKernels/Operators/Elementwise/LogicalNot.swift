import TFLiteSchema

/// LOGICAL_NOT: the other truth value.
///
/// Input and output: tensors of one shape and type. Any byte other than 0 is true; results are 0 and 1.
///
/// Source: `tflite/kernels/elementwise.cc`, LogicalNotEval.
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
