import TFLiteSchema

extension OperatorContext {
  /// The stored values that a fused activation function lets through.
  ///
  /// Source: `tflite/kernels/kernel_util.cc`, CalculateActivationRangeQuantized.
  /// - Throws: ``KernelError`` for an activation function that quantized operators do not have.
  func activationRange(
    _ activation: ActivationFunctionType, _ quantization: AffineQuantization, of limits: ClosedRange<Int32>
  ) throws(KernelError) -> ClosedRange<Int32> {
    func quantize(_ real: Float) -> Int32 {
      let (sum, overflow) = quantization.zeroPoint.addingReportingOverflow(roundedToInt32(real / quantization.scale))
      return overflow ? .max : sum
    }
    let (low, high) =
      switch activation {
      case .none: (limits.lowerBound, limits.upperBound)
      case .relu: (max(limits.lowerBound, quantize(0)), limits.upperBound)
      case .relu6: (max(limits.lowerBound, quantize(0)), min(limits.upperBound, quantize(6)))
      case .reluN1To1: (max(limits.lowerBound, quantize(-1)), min(limits.upperBound, quantize(1)))
      default:
        throw .option(
          identity, name: "fused_activation_function", found: "\(activation)",
          expected: "NONE, RELU, RELU6 or RELU_N1_TO_1")
      }
    // The zero point lies within the type, so the range is never empty.
    return low...max(low, high)
  }
}
