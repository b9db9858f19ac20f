/// The specification of PRELU on quantized tensors.
///
/// Source: `tflite/kernels/activations.cc`, PreluPrepare; `tflite/kernels/internal/reference/prelu.h`.
extension Prelu {
  @specialized(where Element == UInt8, Slope == UInt8)
  @specialized(where Element == Int8, Slope == Int8)
  @specialized(where Element == Int16, Slope == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let slopes = call.input(1, as: Slope.self)
    let output = call.output(0, as: Element.self)
    broadcast.forEachElement(call.workers) { index, inputIndex, slopeIndex in
      let value = Int32(truncatingIfNeeded: input[inputIndex]) &- inputZeroPoint
      let slope = Int32(truncatingIfNeeded: slopes[slopeIndex]) &- slopeZeroPoint
      let scaled = value >= 0 ? identity.apply(value) : sloped.apply(value &* slope)
      output[index] = Element(scaled &+ outputZeroPoint, clampedTo: Element.range)
    }
  }
}

/// The specification of PRELU in float32. Other values are multiplied by 1, which makes a subnormal value 0, as the
/// compiler of the C library has it.
///
/// Source: `tflite/kernels/activations.cc`, ApplyPrelu.
extension FloatPrelu {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let slopes = call.input(1, as: Float.self)
    let output = call.output(0, as: Float.self)
    broadcast.forEachElement(call.workers) { index, inputIndex, slopeIndex in
      let value = input[inputIndex]
      output[index] = value * (value >= 0 ? 1 : slopes[slopeIndex])
    }
  }
}
