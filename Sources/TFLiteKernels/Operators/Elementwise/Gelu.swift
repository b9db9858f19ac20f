import TFLiteElementaryFunctions
import TFLiteSchema

/// GELU: x · Φ(x), where Φ is the distribution function of the normal distribution, or with `approximate` its
/// approximation by tanh.
///
/// Input and output: tensors of one shape and type. 8-bit results are looked up, int16 ones, which have
/// zero points of 0, interpolated between stored results.
///
/// Source: `tflite/kernels/activations.cc`, GeluPrepare; `tflite/kernels/internal/reference/gelu.h`; Eigen's elementary
/// functions for float32 (``FloatGelu``) and float16 (``HalfGelu``); `tflite/kernels/internal/common.h`, LUTPopulate.
enum GeluOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int16, .float16), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.require(context.output(0), sameTypeAs: try context.input(0))
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    case .int16: try context.interpolatedTable(of: try isApproximate(context) ? approximate : exact)
    case .float16: try context.narrowFloatMap(try isApproximate(context) ? HalfGelu.approximate : HalfGelu.exact)
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    try context.lookupTable(element, ofReal: try isApproximate(context) ? approximate : exact)
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    if try isApproximate(context) { return try context.floatMap { FloatGelu.approximate($0) } }
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    return FloatMap(
      outputShape: input.shape, inGroupsOf: 4, { FloatGelu.exact($0, exponential: FloatGelu.exponential) },
      remainder: { FloatGelu.exact($0, exponential: { ElementaryFunctions.exp($0) }) })
  }

  private static func isApproximate(_ context: OperatorContext) throws(KernelError) -> Bool {
    try context.options(GeluOptions.self).approximate
  }

  /// By the complementary error function, which loses no digits where x is far below 0.
  private static func exact(_ value: Float) -> Float {
    0.5 * value * ElementaryFunctions.erfc(value * -0.707106781186547524401)
  }

  private static func approximate(_ value: Float) -> Float {
    let cubic: Float = value + 0.044715 * value * value * value
    return 0.5 * value * (1 + ElementaryFunctions.tanh(0.797884560802865355880 * cubic))
  }
}
