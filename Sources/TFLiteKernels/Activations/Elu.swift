import TFLiteSchema

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// ELU: eˣ − 1 where x is negative, else x.
///
/// Source: `tflite/kernels/activations.cc`, EluPrepare; `tflite/kernels/internal/reference/elu.h`.
enum EluOperator: FloatOperator {
  static let inputCounts = 1...1

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    try context.lookupTable(element) { $0 < 0 ? expm1f($0) : $0 }
  }

  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.floatMap { $0 < 0 ? expm1f($0) : $0 }
  }
}
