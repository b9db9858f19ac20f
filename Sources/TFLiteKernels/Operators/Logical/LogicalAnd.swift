import TFLiteSchema

/// LOGICAL_AND and LOGICAL_OR: of pairs of truth values of two tensors, whose shapes stretch to one.
enum LogicalAndOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    BinaryArithmetic(try context.logicalOperands().broadcast, Conjunction())
  }
}

struct Conjunction: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: TruthValue, _ right: TruthValue) -> TruthValue {
    TruthValue(left.isTrue && right.isTrue)
  }
}
