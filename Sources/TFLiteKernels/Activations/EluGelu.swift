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

/// GELU: x · Φ(x), where Φ is the distribution function of the normal distribution, or its approximation by tanh.
///
/// Source: `tflite/kernels/activations.cc`, GeluPrepare; `tflite/kernels/internal/reference/gelu.h`.
enum GeluOperator: FloatOperator {
  static let inputCounts = 1...1

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    try context.lookupTable(element, ofReal: try isApproximate(context) ? approximate : exact)
  }

  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    try isApproximate(context) ? try context.floatMap { approximate($0) } : try context.floatMap { exact($0) }
  }

  private static func isApproximate(_ context: OperatorContext) throws(KernelError) -> Bool {
    try context.options(GeluOptions.self).approximate
  }

  /// By the complementary error function, which loses no digits where x is far below 0.
  private static func exact(_ value: Float) -> Float {
    0.5 * value * erfcf(value * -0.707106781186547524401)
  }

  private static func approximate(_ value: Float) -> Float {
    let cubic: Float = value + 0.044715 * value * value * value
    return 0.5 * value * (1 + tanhf(0.797884560802865355880 * cubic))
  }
}
