import TFLiteSchema

extension OperatorContext {
  /// The stored values that a fused activation function lets through.
  ///
  /// Source: `tflite/kernels/kernel_util.cc`, CalculateActivationRangeQuantized.
  /// - Throws: ``KernelError`` for an activation function that quantized operators do not have, or one whose bounds do
  ///   not fit 32 bits in the output's scale.
  func activationRange(
    _ activation: ActivationFunctionType, _ quantization: AffineQuantization, of limits: ClosedRange<Int32>
  ) throws(KernelError) -> ClosedRange<Int32> {
    func quantize(_ real: Float) throws(KernelError) -> Int32 {
      let steps = (real / quantization.scale).rounded(.toNearestOrAwayFromZero)
      guard abs(steps) < 0x1p31 else {
        throw .quantization(
          identity, output(0).identity,
          expected: "a scale in which \(real), a bound of \(activation), fits 32 bits; found \(quantization.scale)")
      }
      return Int32(clamping: Int64(quantization.zeroPoint) + Int64(steps))
    }
    let (low, high) =
      switch activation {
      case .none: (limits.lowerBound, limits.upperBound)
      case .relu: (max(limits.lowerBound, try quantize(0)), limits.upperBound)
      case .relu6: (max(limits.lowerBound, try quantize(0)), min(limits.upperBound, try quantize(6)))
      case .reluN1To1: (max(limits.lowerBound, try quantize(-1)), min(limits.upperBound, try quantize(1)))
      default:
        throw .option(
          identity, name: "fused_activation_function", found: "\(activation)",
          expected: "NONE, RELU, RELU6 or RELU_N1_TO_1")
      }
    // The zero point lies within the type, so the range is never empty.
    return low...max(low, high)
  }
}
