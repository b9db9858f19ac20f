import TFLiteSchema

/// REDUCE_ANY: whether any element along some dimensions is true.
enum ReduceAnyOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let geometry = try context.reduction()
    try context.require(try context.input(0), type: .bool)
    return Reduction(geometry, folding: AnyFold.self)
  }
}
