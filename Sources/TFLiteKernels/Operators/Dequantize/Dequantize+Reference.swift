/// The specification of DEQUANTIZE: the exact product in double, rounded once.
///
/// Source: `tflite/kernels/internal/reference/dequantize.h`.
extension Dequantize {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  @specialized(where Element == Int16)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: Float.self)
    let scale = Double(quantization.scale)
    call.forEachPart(of: 0..<outputShape.reduce(1, *)) { part in
      for index in part {
        output[index] = Float(scale * Double(Int32(truncatingIfNeeded: input[index]) &- quantization.zeroPoint))
      }
    }
  }
}

/// The specification of DEQUANTIZE with a scale for each channel: one float32 product.
///
/// Source: `tflite/kernels/internal/reference/dequantize.h`, PerChannelDequantize.
extension DequantizePerChannel {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: Float.self)
    channels.forEachElement(outputShape, call.workers) { index, quantization in
      output[index] = quantization.scale * Float(Int32(truncatingIfNeeded: input[index]) &- quantization.zeroPoint)
    }
  }
}

/// The specification of DEQUANTIZE from binary16, which loses nothing.
extension DequantizeFloat16 {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: UInt16.self)
    let output = call.output(0, as: Float.self)
    call.workers.forEachRange(of: outputShape.reduce(1, *), minimumCount: 4096) { range in
      for index in range { output[index] = Float(binary16Pattern: input[index]) }
    }
  }
}
