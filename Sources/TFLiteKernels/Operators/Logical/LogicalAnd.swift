import TFLiteSchema

/// LOGICAL_AND: whether both truth values of each pair are true.
///
/// Inputs: two tensors, whose shapes are broadcast to one. Output: that shape. Any byte other than 0 is true; results
/// are 0 and 1.
///
/// Source: `tflite/kernels/logical.cc`; `tflite/kernels/internal/reference/binary_function.h`.
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
