import TFLiteSchema

/// ABS: the distance of each number from 0.
///
/// Input and output: tensors of one shape and type. The lowest plain integer has no positive counterpart and stays.
/// int8, and int16 with a scale, are rescaled; int16 has zero point 0.
///
/// Source: `tflite/kernels/elementwise.cc`, AbsEval.
enum AbsOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int16, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int32, .int16, .int8)
    return switch input.type {
    case .float32: try context.floatMap { $0.magnitude }
    case .int32: ElementwiseFunction(outputShape: input.shape, IntegerMagnitude<Int32>())
    case .int16 where !input.isQuantized: ElementwiseFunction(outputShape: input.shape, IntegerMagnitude<Int16>())
    case .int16:
      ElementwiseFunction(outputShape: input.shape, try context.quantizedMagnitude() as QuantizedMagnitude<Int16>)
    default:
      ElementwiseFunction(outputShape: input.shape, try context.quantizedMagnitude() as QuantizedMagnitude<Int8>)
    }
  }
}

struct IntegerMagnitude<Element: FixedWidthInteger & SignedInteger & Sendable>: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Element) -> Element { value < 0 ? 0 &- value : value }
}

/// ABS of quantized values: scaled only if the scales differ.
struct QuantizedMagnitude<Element: QuantizedInteger>: UnaryFunction {
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier?

  @inline(__always)
  func callAsFunction(_ stored: Element) -> Element {
    let value = Int32(truncatingIfNeeded: stored) &- inputZeroPoint
    let magnitude = value < 0 ? 0 &- value : value
    return Element((multiplier?.apply(magnitude) ?? magnitude) &+ outputZeroPoint, clampedTo: Element.range)
  }
}

extension OperatorContext {
  /// The quotient of the scales is rounded to float32. Source: `tflite/kernels/elementwise.cc`, SetAbsOutputMultiplier.
  func quantizedMagnitude<Element: QuantizedInteger>() throws(KernelError) -> QuantizedMagnitude<Element> {
    let quantization = try unaryQuantization()
    let (from, to) = (quantization.input, quantization.output)
    return QuantizedMagnitude(
      inputZeroPoint: from.zeroPoint, outputZeroPoint: to.zeroPoint,
      multiplier: from.scale == to.scale ? nil : try multiplier(Double(from.scale / to.scale), for: output(0)))
  }
}
