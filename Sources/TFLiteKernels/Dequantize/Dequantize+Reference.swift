/// The specification of DEQUANTIZE: the exact product in double, rounded once.
///
/// Source: `tflite/kernels/internal/reference/dequantize.h`.
extension Dequantize {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: Float.self)
    let scale = Double(quantization.scale)
    for index in 0..<outputShape.reduce(1, *) {
      output[index] = Float(scale * Double(Int32(truncatingIfNeeded: input[index]) &- quantization.zeroPoint))
    }
  }
}
