import TFLiteSchema

enum LogicalOrOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    BinaryArithmetic(try context.logicalOperands().broadcast, Disjunction())
  }
}

struct Disjunction: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: TruthValue, _ right: TruthValue) -> TruthValue {
    TruthValue(left.isTrue || right.isTrue)
  }
}
