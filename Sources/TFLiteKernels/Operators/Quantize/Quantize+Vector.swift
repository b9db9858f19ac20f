import TFLiteMicrokernels

/// QUANTIZE from float32 to 8 bits by a microkernel.
struct VectorQuantize: Sendable {
  private let kernels: any ElementMicrokernels.Type
  private let quantization: AffineQuantization
  private let isSigned: Bool

  /// nil where plain loops have to do.
  init?<Output: QuantizedInteger>(_ context: OperatorContext, _ output: Output.Type, _ quantization: AffineQuantization)
  {
    guard let kernels = context.microkernelsForActivation?.elements, Output.bitWidth == 8,
      Output.range.contains(quantization.zeroPoint)
    else { return nil }
    self.kernels = kernels
    self.quantization = quantization
    isSigned = Output.isSigned
  }

  func run(_ call: OperatorCall, count: Int) {
    let (input, output) = (call.inputBytes(0), call.outputBytes(0))
    call.workers.forEachRange(of: count, minimumCount: 1 << 12) { part in
      kernels.quantize(
        input: input + 4 * part.lowerBound, output: output + part.lowerBound, count: part.count,
        scale: quantization.scale, zeroPoint: quantization.zeroPoint, isSigned: isSigned)
    }
  }
}
