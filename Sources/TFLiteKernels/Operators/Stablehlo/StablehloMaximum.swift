/// STABLEHLO_MAXIMUM: the larger one of each pair of elements.
///
/// Inputs: two tensors of one type and shape. Output: that shape, of the same type. Stored values are taken as they are,
/// whatever their scales. Where one of a pair is NaN, the first one is taken.
///
/// Source: `tflite/kernels/stablehlo_elementwise.h`.
enum StablehloMaximumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.combinations]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareCombination(LargerOfTwo.self, of: Self.self)
  }
}
