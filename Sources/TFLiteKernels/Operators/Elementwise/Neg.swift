import TFLiteSchema

/// NEG: the number with the other sign.
///
/// Input and output: tensors of one shape and type. Integers wrap around; stored 8- and 16-bit values are negated as
/// they are, whatever they stand for.
///
/// Source: `tflite/kernels/neg.cc`; `tflite/kernels/internal/reference/neg.h`.
enum NegOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(.float32, .int64, .int32, .int16, .int8, .float16, .bfloat16)
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int64, .int32, .int16, .int8, .float16, .bfloat16)
    return switch input.type {
    case .float32: try context.floatMap { -$0 }
    case .int64: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int64>())
    case .int32: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int32>())
    case .int16: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int16>())
    case .float16, .bfloat16: ElementwiseFunction(outputShape: input.shape, NarrowNegation())
    default: ElementwiseFunction(outputShape: input.shape, IntegerNegation<Int8>())
    }
  }
}

struct IntegerNegation<Element: FixedWidthInteger & Sendable>: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Element) -> Element { 0 &- value }
}

/// Numbers of 16 bits whose first bit is the sign.
struct NarrowNegation: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ bits: UInt16) -> UInt16 { bits ^ 0x8000 }
}
