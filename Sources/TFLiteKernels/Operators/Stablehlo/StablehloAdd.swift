/// STABLEHLO_ADD: the sum of each pair of elements.
///
/// Inputs: two tensors of one type and shape. Output: that shape, of the same type. Stored values are taken as they are,
/// whatever their scales. Integers wrap around; truth values are joined by *or*.
///
/// Source: `tflite/kernels/stablehlo_elementwise.h`.
enum StablehloAddOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.combinations]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareCombination(SumOfTwo.self, of: Self.self)
  }
}
