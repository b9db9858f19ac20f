/// REAL: the real parts of complex numbers.
///
/// Input: a tensor, complex64 or complex128. Output: its shape, float32 or float64.
///
/// Source: `tflite/kernels/complex_support.cc`.
enum RealOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.complex64, .complex128)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.complexParts({ real, _ in real }, { real, _ in real })
  }
}
