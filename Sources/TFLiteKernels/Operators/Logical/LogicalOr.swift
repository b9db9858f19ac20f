import TFLiteSchema

/// LOGICAL_OR: whether at least one truth value of each pair is true.
///
/// Inputs: two tensors, whose shapes are broadcast to one. Output: that shape. Any byte other than 0 is true; results
/// are 0 and 1.
///
/// Source: `tflite/kernels/logical.cc`; `tflite/kernels/internal/reference/binary_function.h`.
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
