import TFLiteSchema

/// SIGN: 1, 0 or -1.
///
/// Input and output: tensors of one shape and type. NaN stays.
///
/// Source: `tflite/kernels/sign.cc`.
enum SignOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .float64, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .float64, .int32)
    return switch input.type {
    case .float32: try context.floatMap { $0.isNaN ? $0 : $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    case .float64: ElementwiseFunction(outputShape: input.shape, DoubleSign())
    default: ElementwiseFunction(outputShape: input.shape, IntegerSign())
    }
  }
}

struct IntegerSign: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Int32) -> Int32 { value.signum() }
}

struct DoubleSign: UnaryFunction {
  @inline(__always)
  func callAsFunction(_ value: Double) -> Double { value.isNaN ? value : value > 0 ? 1 : value < 0 ? -1 : 0 }
}
