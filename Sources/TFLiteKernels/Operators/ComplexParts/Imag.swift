/// IMAG: the imaginary parts of complex numbers.
///
/// Input: a tensor, complex64 or complex128. Output: its shape, float32 or float64.
///
/// Source: `tflite/kernels/complex_support.cc`.
enum ImagOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.complex64, .complex128)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.complexParts({ _, imaginary in imaginary }, { _, imaginary in imaginary })
  }
}
