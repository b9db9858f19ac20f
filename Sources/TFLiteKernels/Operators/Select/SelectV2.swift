import TFLiteSchema

/// SELECT_V2: where the condition is true, the element of the first tensor, else that of the second.
///
/// Inputs: condition (bool), and two tensors of one type. All three are broadcast to one shape.
enum SelectV2Operator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Selection.prepare(context) { [$0.shape, $1.shape, $2.shape] }
  }
}
