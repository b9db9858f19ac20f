import TFLiteSchema

/// ABS: the distance from 0. The lowest integer has none and stays.
enum AbsOperator {
  /// Source: `tflite/kernels/elementwise.cc`, AbsEval.
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

/// NEG: the number with the other sign. Stored 8- and 16-bit values are negated as they are, whatever they stand for.
enum NegOperator {
  /// Source: `tflite/kernels/neg.cc`.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int64, .int32, .int16, .int8)
    return switch input.type {
    case .float32: try context.floatMap { -$0 }
    case .int64: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int64>())
    case .int32: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int32>())
    case .int16: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int16>())
    default: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int8>())
    }
  }
}

/// SIGN: 1, 0 or -1. NaN stays.
enum SignOperator {
  /// Source: `tflite/kernels/sign.cc`.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .float64, .int32)
    return switch input.type {
    case .float32: try context.floatMap { $0.isNaN ? $0 : $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    case .float64: ElementwiseFunction(outputShape: input.shape, DoubleSign())
    default: ElementwiseFunction(outputShape: input.shape, IntegerSign())
    }
  }
}

/// LOGICAL_NOT: the other truth value.
enum LogicalNotOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    ElementwiseFunction(outputShape: try context.unaryInput(.bool).shape, Negation())
  }
}

struct IntegerMagnitude<Element: FixedWidthInteger & SignedInteger & Sendable>: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Element) -> Element { value < 0 ? 0 &- value : value }
}

struct IntegerNegation<Element: FixedWidthInteger & Sendable>: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Element) -> Element { 0 &- value }
}

struct IntegerSign: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Int32) -> Int32 { value.signum() }
}

struct DoubleSign: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Double) -> Double { value.isNaN ? value : value > 0 ? 1 : value < 0 ? -1 : 0 }
}

struct Negation: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: TruthValue) -> TruthValue { TruthValue(!value.isTrue) }
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
  fileprivate func quantizedMagnitude<Element: QuantizedInteger>() throws(KernelError) -> QuantizedMagnitude<Element> {
    let quantization = try unaryQuantization()
    let (from, to) = (quantization.input, quantization.output)
    return QuantizedMagnitude(
      inputZeroPoint: from.zeroPoint, outputZeroPoint: to.zeroPoint,
      multiplier: from.scale == to.scale ? nil : try multiplier(Double(from.scale / to.scale), for: output(0)))
  }
}
