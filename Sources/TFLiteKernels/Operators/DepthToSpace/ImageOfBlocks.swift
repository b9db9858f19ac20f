import TFLiteSchema

extension OperatorContext {
  /// The one input of these operators.
  func imageOfBlocks() throws(KernelError) -> TensorDescriptor {
    try requireOperands(inputs: 1...1)
    let input = try input(0)
    try require(output(0), sameTypeAs: input)
    try require(input, rank: 4...4)
    return input
  }
}
