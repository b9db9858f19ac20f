import TFLiteElementaryFunctions

/// COMPLEX_ABS: the magnitudes of complex numbers.
///
/// Input: a tensor, complex64 or complex128. Output: its shape, float32 or float64.
///
/// Source: `tflite/kernels/complex_support.cc`, which takes them from the C library's hypot.
enum ComplexAbsOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.complex64, .complex128)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.complexParts({ ElementaryFunctions.hypot($0, $1) }, { ElementaryFunctions.hypot($0, $1) })
  }
}
