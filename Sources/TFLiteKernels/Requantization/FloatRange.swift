import TFLiteSchema

/// The float32 values that an activation function lets through.
struct FloatRange: Equatable, Sendable {
  let low: Float
  let high: Float

  /// Everything finite.
  static let all = FloatRange(low: -.greatestFiniteMagnitude, high: .greatestFiniteMagnitude)

  /// The nearest value in the range. Infinities become the largest finite numbers; NaN stays.
  @inline(__always)
  func clamp(_ value: Float) -> Float {
    let raised = value < low ? low : value
    return high < raised ? high : raised
  }

  /// The nearest values in the range.
  @inline(__always)
  func clamp(_ values: SIMD8<Float>) -> SIMD8<Float> {
    let (low, high) = (SIMD8(repeating: low), SIMD8(repeating: high))
    let raised = values.replacing(with: low, where: values .< low)
    return raised.replacing(with: high, where: high .< raised)
  }
}

extension OperatorContext {
  /// The values that a fused activation function lets through.
  ///
  /// Source: `tflite/kernels/kernel_util.h`, CalculateActivationRange.
  /// - Throws: ``KernelError`` for an activation function that does not just clamp.
  func floatRange(_ activation: ActivationFunctionType) throws(KernelError) -> FloatRange {
    switch activation {
    case .none: return .all
    case .relu: return FloatRange(low: 0, high: .greatestFiniteMagnitude)
    case .relu6: return FloatRange(low: 0, high: 6)
    case .reluN1To1: return FloatRange(low: -1, high: 1)
    default:
      throw .option(
        identity, name: "fused_activation_function", found: "\(activation)",
        expected: "NONE, RELU, RELU6 or RELU_N1_TO_1")
    }
  }

  /// The bias of a float32 operator: float32, one value for each output channel.
  func requireFloatBias(_ bias: TensorDescriptor?, channels: Int) throws(KernelError) {
    guard let bias else { return }
    try require(bias, type: .float32)
    guard bias.elementCount == channels else {
      throw .shape(
        identity, bias.identity, found: bias.shape, expected: "\(channels) elements, one for each output channel")
    }
  }
}
