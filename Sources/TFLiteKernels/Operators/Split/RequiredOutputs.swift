import TFLiteSchema

extension OperatorContext {
  /// Checks the operands of an operator with as many outputs as an option says, at least one.
  func requireOutputs(
    inputs: Int, counted option: Int32, by name: String
  ) throws(KernelError) -> Int {
    let count = try positive(option, name)
    try requireOperands(inputs: inputs...inputs, outputs: count)
    return count
  }
}
