import TFLiteSchema

extension OperatorContext {
  /// An operation that divides by the elements of the right operand.
  func dividing<Operation: BinaryOperation>(
    _ operands: BinaryOperands, _ operation: Operation
  ) throws(KernelError) -> CheckedOperator where Operation.Input: Numeric & BitwiseCopyable {
    try checked(
      BinaryArithmetic(operands.broadcast, operation), input: 1, as: Operation.Input.self,
      expected: "a divisor other than 0"
    ) { $0 != 0 }
  }
}
