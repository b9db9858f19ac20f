/// The specification of QUANTIZE from float32: divided by the scale, halves away from zero.
///
/// Source: `tflite/kernels/internal/reference/quantize.h`.
extension Quantize {
  @specialized(where Output == UInt8)
  @specialized(where Output == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let output = call.output(0, as: Output.self)
    for index in 0..<outputShape.reduce(1, *) {
      let (value, overflow) = roundedToInt32(input[index] / quantization.scale)
        .addingReportingOverflow(quantization.zeroPoint)
      output[index] = overflow ? Output.max : Output(value, clampedTo: Output.range)
    }
  }
}

/// The specification of QUANTIZE from stored values.
///
/// Source: `tflite/kernels/internal/reference/requantize.h`.
extension Requantize {
  @specialized(where Input == UInt8, Output == UInt8)
  @specialized(where Input == UInt8, Output == Int8)
  @specialized(where Input == Int8, Output == UInt8)
  @specialized(where Input == Int8, Output == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Input.self)
    let output = call.output(0, as: Output.self)
    for index in 0..<outputShape.reduce(1, *) {
      let value = multiplier.apply(Int32(truncatingIfNeeded: input[index]) &- inputZeroPoint)
      output[index] = Output(value &+ outputZeroPoint, clampedTo: Output.range)
    }
  }
}
