/// PADV2: a border around a tensor, filled with a given value.
///
/// Inputs: any tensor, its paddings [rank, 2] (before, behind), and the value, one element of the tensor's type; without
/// it, what means 0. Output: the tensor with its border, of the same type.
///
/// Source: `tflite/kernels/pad.cc`.
enum PadV2Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try PadOperator.prepare(context)
  }
}
