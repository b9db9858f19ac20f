/// The specification of FAKE_QUANT.
///
/// Source: `tflite/kernels/internal/quantization_util.cc`, FakeQuantizeArray.
extension FakeQuant {
  func runReference(_ call: OperatorCall, _ elements: Range<Int>) {
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    let inverse = 1 / scale
    for element in elements {
      let raised = low < input[element] ? input[element] : low
      let clamped = raised < high ? raised : high
      output[element] = ((clamped - low) * inverse).rounded(.toNearestOrAwayFromZero) * scale + low
    }
  }
}
