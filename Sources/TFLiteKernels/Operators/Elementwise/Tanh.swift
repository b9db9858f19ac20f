import TFLiteElementaryFunctions
import TFLiteSchema

/// TANH: the hyperbolic tangent.
///
/// Input and output: tensors of one shape and type. 8-bit results are looked up; they may have any scale. int16 is
/// interpolated between stored results: ``InterpolatedSigmoid``. 16-bit floating-point numbers are computed in float32.
///
/// Source: `tflite/kernels/activations.cc`, TanhPrepare; `tflite/kernels/internal/reference/tanh.h`;
/// `tflite/kernels/internal/common.h`, LUTPopulate.
enum TanhOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .vector(.float32, .uint8, .int8), .plain(.int16, .float16, .bfloat16),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    case .int16: try context.interpolatedSigmoid(isTanh: true)
    case .float16, .bfloat16: try context.narrowFloatMap { ElementaryFunctions.tanh($0) }
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    try context.lookupTable(element, onXNNPACK: context.numerics.followsXNNPACK, ofReal: ElementaryFunctions.tanh)
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.floatMap({ ElementaryFunctions.tanh($0) }, vector: { $0.applyTanh })
  }
}
