import TFLiteElementaryFunctions
import TFLiteSchema

/// LOGISTIC: 1 / (1 + e⁻ˣ).
///
/// Input and output: tensors of one shape and type. 8-bit results are looked up; they have scale 1/256, and by
/// convention the type's lowest value as zero point. int16 is interpolated between stored results: ``InterpolatedSigmoid``. 16-bit
/// floating-point numbers are computed in float32.
///
/// Source: `tflite/kernels/activations.cc`, SigmoidPrepare; `tflite/kernels/internal/reference/logistic.h`;
/// `tflite/kernels/internal/common.h`, LUTPopulate.
enum LogisticOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .vector(.float32, .uint8, .int8), .plain(.int16, .float16, .bfloat16),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    case .int16: try context.interpolatedSigmoid(isTanh: false)
    case .float16, .bfloat16: try context.narrowFloatMap(reference)
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    // The scale is prescribed, the zero point is not: `tflite/kernels/activations.cc`, SigmoidPrepare.
    let output = try context.perTensorQuantization(context.output(0))
    try context.require(context.output(0), scale: 1 / 256, zeroPoint: output.zeroPoint)
    if context.numerics.followsXNNPACK {
      // Nearer to the true value: the last bit decides where a result lies halfway between two stored values.
      return try context.lookupTable(element, onXNNPACK: true) {
        Float(1 / (1 + ElementaryFunctions.exp(-Double($0))))
      }
    }
    return try context.lookupTable(element) { 1 / (1 + ElementaryFunctions.exp(-$0)) }
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    switch context.numerics {
    case .reference:
      // Source: `tflite/kernels/internal/reference/logistic.h`.
      return try context.floatGate({ reference($0) }, vector: { $0.applyLogistic }, gate: { $0.applySiLU })
    case .xnnpack, .xnnpackOnX86_64, .xnnpackOnARM64:
      // XNNPACK's own bits depend on the processor.
      return try context.floatGate(
        ElementaryFunctions.approximateLogistic, vector: { $0.applyApproximateLogistic },
        gate: { $0.applyApproximateSiLU })
    }
  }

  @inline(__always)
  private static func reference(_ value: Float) -> Float {
    if value > 16.619047164916992188 { return 1 }
    return value < -9 ? ElementaryFunctions.exp(value) : 1 / (1 + ElementaryFunctions.exp(-value))
  }
}
