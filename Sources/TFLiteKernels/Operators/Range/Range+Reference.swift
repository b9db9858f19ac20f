/// The specification of RANGE: the step is added again and again, in the type of the tensor.
///
/// Source: `tflite/kernels/range.cc`, CalculateRange.
extension ArithmeticSequence {
  func runReference(_ call: OperatorCall) {
    switch type {
    case .float32: count(call, Float.self) { $0 + $1 }
    case .int64: count(call, Int64.self) { $0 &+ $1 }
    default: count(call, Int32.self) { $0 &+ $1 }
    }
  }

  private func count<Element>(_ call: OperatorCall, _ type: Element.Type, _ add: (Element, Element) -> Element) {
    guard count > 0 else { return }
    let (step, output) = (call.input(2, as: type)[0], call.output(0, as: type))
    var value = call.input(0, as: type)[0]
    call.forEachPart(of: 0..<count) { part in
      for index in part {
        output[index] = value
        value = add(value, step)
      }
    }
  }
}
