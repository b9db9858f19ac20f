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
    let bounds = try realBounds(of: activation)
    func quantize(_ real: Float) throws(KernelError) -> Int32 {
      let steps = (real / quantization.scale).rounded(.toNearestOrAwayFromZero)
      guard abs(steps) < 0x1p31 else {
        throw .quantization(
          identity, output(0).identity,
          expected: "a scale in which \(real), a bound of \(activation), fits 32 bits; found \(quantization.scale)")
      }
      return Int32(clamping: Int64(quantization.zeroPoint) + Int64(steps))
    }
    var (low, high) = (limits.lowerBound, limits.upperBound)
    if let bound = bounds.low { low = max(low, try quantize(bound)) }
    if let bound = bounds.high { high = min(high, try quantize(bound)) }
    // The zero point lies within the type, so the range is never empty.
    return low...max(low, high)
  }

  /// The same in XNNPACK, which adds the zero point before it rounds, with halves to the even integer.
  ///
  /// Source: `xnn_qs8_quantize` and `xnn_qu8_quantize` in XNNPACK's `src/xnnpack/math.h`.
  func xnnpackActivationRange(
    _ activation: ActivationFunctionType, _ quantization: AffineQuantization, of limits: ClosedRange<Int32>
  ) throws(KernelError) -> ClosedRange<Int32> {
    let bounds = try realBounds(of: activation)
    func quantize(_ real: Float) -> Int32 {
      let steps = real / quantization.scale + Float(quantization.zeroPoint)
      return Int32(
        min(max(steps, Float(limits.lowerBound)), Float(limits.upperBound)).rounded(.toNearestOrEven))
    }
    let low = bounds.low.map(quantize) ?? limits.lowerBound
    return low...max(low, bounds.high.map(quantize) ?? limits.upperBound)
  }

  /// The real values that an activation function clamps to.
  private func realBounds(
    of activation: ActivationFunctionType
  ) throws(KernelError) -> (low: Float?, high: Float?) {
    switch activation {
    case .none: (nil, nil)
    case .relu: (0, nil)
    case .relu6: (0, 6)
    case .reluN1To1: (-1, 1)
    default:
      throw .option(
        identity, name: "fused_activation_function", found: "\(activation)",
        expected: "NONE, RELU, RELU6 or RELU_N1_TO_1")
    }
  }
}
