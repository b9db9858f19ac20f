import TFLiteSchema

/// RANK: the number of a tensor's dimensions.
///
/// Input: a tensor, whose values are not read. Output: a scalar, int32.
///
/// Source: `tflite/kernels/rank.cc`.
enum RankOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.require(context.output(0), type: .int32)
    return Shape(outputShape: [], values: [try context.input(0).rank], type: .int32)
  }
}
