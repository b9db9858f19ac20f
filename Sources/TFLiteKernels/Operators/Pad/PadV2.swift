/// PADV2: a border around a tensor, filled with a given value.
///
/// Inputs: a tensor of at most 8 dimensions; its paddings [rank, 2] (before, behind), int32, int64, int16 or int8; the
/// value, one element of the tensor's type; without it, what means 0. Output: the tensor with its border.
///
/// TFLite copies stored values even where input and output differ in scale or zero point, and gives zeros where the
/// value does; here both are an error.
///
/// Source: `tflite/kernels/pad.cc`; `tflite/kernels/internal/reference/pad.h`.
enum PadV2Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try PadOperator.prepare(context)
  }
}
