/// The specification of NumericVerify, but for DEQUANTIZE, whose results the output holds.
///
/// Source: `tflite/kernels/numeric_verify.cc`, Eval.
extension NumericVerify {
  func subtractReference(_ call: OperatorCall) throws(KernelError) {
    let (reference, output) = (call.input(1, as: Float.self), call.output(0, as: Float.self))
    var watch = call.stopWatch
    for element in 0..<outputShape.wrappingProduct {
      if watch.isOver(after: 1) { return }
      output[element] -= reference[element]
      guard let greatestDifference, abs(output[element]) > greatestDifference else { continue }
      throw .value(
        identity, input,
        "is \(output[element]) off its reference at \(element), expected at most \(greatestDifference)")
    }
  }
}
