import TFLiteSchema

/// SQRT: the square root.
///
/// Input and output: tensors of one shape and type. Quantized roots are computed in float32. A quantized value below 0
/// is an error when the model runs.
///
/// Source: `tflite/kernels/elementwise.cc`, SqrtEval.
enum SqrtOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int8, .int16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    return switch input.type {
    case .float32: try context.floatMap { $0.squareRoot() }
    case .int8: try context.quantizedSquareRoot(of: Int8.self)
    default: try context.quantizedSquareRoot(of: Int16.self)
    }
  }
}

/// SQRT of quantized values in float32; the fraction is dropped.
struct QuantizedSquareRoot<Element: QuantizedInteger>: UnaryFunction {
  let input: AffineQuantization
  let output: AffineQuantization

  @inline(__always)
  func callAsFunction(_ stored: Element) -> Element {
    let real = input.scale * Float(Int32(truncatingIfNeeded: stored) &- input.zeroPoint)
    let root = min(real.squareRoot() / output.scale, 0x1p30)
    return Element(Int32(root) &+ output.zeroPoint, clampedTo: Element.range)
  }
}

extension OperatorContext {
  func quantizedSquareRoot<Element: QuantizedInteger & BitwiseCopyable>(
    of element: Element.Type
  ) throws(KernelError) -> CheckedOperator {
    let (from, to) = (try perTensorQuantization(try input(0)), try perTensorQuantization(output(0)))
    let body = ElementwiseFunction(
      outputShape: try input(0).shape, QuantizedSquareRoot<Element>(input: from, output: to))
    return try rejectingNegatives(body, of: element)
  }
}
