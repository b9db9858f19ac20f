/// The specification of BUCKETIZE: half of the boundaries that are left is looked at again and again.
///
/// Numbers are compared as the wider of their type and float32; what is no number belongs behind all boundaries.
///
/// Source: `tflite/kernels/bucketize.cc`, where std::upper_bound searches.
extension Bucketize {
  func runReference(_ call: OperatorCall, _ elements: Range<Int>) {
    switch type {
    case .float32: search(call, elements, Float.self) { $0 < $1 }
    case .float64: search(call, elements, Double.self) { $0 < Double($1) }
    case .int32: search(call, elements, Int32.self) { Float($0) < $1 }
    default: search(call, elements, Int64.self) { Float($0) < $1 }
    }
  }

  private func search<Element>(
    _ call: OperatorCall, _ elements: Range<Int>, _ type: Element.Type, _ isBelow: (Element, Float) -> Bool
  ) {
    let (input, output) = (call.input(0, as: type), call.output(0, as: Int32.self))
    for element in elements {
      var (first, count) = (0, boundaries.count)
      while count > 0 {
        let half = count / 2
        if isBelow(input[element], boundaries[first + half]) {
          count = half
        } else {
          first += half + 1
          count -= half + 1
        }
      }
      output[element] = Int32(truncatingIfNeeded: first)
    }
  }
}
