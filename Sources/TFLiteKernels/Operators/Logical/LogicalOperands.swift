import TFLiteSchema

extension OperatorContext {
  func logicalOperands() throws(KernelError) -> BinaryOperands {
    let operands = try arithmeticOperands()
    try require(operands.left, type: .bool)
    return operands
  }
}
