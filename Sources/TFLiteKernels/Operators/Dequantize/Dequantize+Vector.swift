import TFLiteMicrokernels

/// DEQUANTIZE of 8-bit values by a microkernel.
struct VectorDequantize: Sendable {
  private let kernels: any ElementMicrokernels.Type
  private let quantization: AffineQuantization
  private let isSigned: Bool

  /// nil where plain loops have to do.
  init?<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type, _ quantization: AffineQuantization
  ) {
    guard let kernels = context.microkernelsForActivation?.elements, Element.bitWidth == 8,
      Element.range.contains(quantization.zeroPoint)
    else { return nil }
    self.kernels = kernels
    self.quantization = quantization
    isSigned = Element.isSigned
  }

  func run(_ call: OperatorCall, count: Int) {
    let (input, output) = (call.inputBytes(0), call.outputBytes(0))
    call.workers.forEachRange(of: count, minimumCount: 1 << 12) { part in
      kernels.dequantize(
        input: input + part.lowerBound, output: output + 4 * part.lowerBound, count: part.count,
        scale: quantization.scale, zeroPoint: quantization.zeroPoint, isSigned: isSigned)
    }
  }
}
