import TFLiteSchema

/// REDUCE_ALL: whether all elements along some dimensions are true.
enum ReduceAllOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let geometry = try context.reduction()
    try context.require(try context.input(0), type: .bool)
    return Reduction(geometry, folding: AllFold.self)
  }
}
