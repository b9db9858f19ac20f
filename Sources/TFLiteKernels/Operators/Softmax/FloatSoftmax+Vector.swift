import TFLiteMicrokernels

/// SOFTMAX in float32 with the exponentials of a row at once; the sum is that of the specification, element by element.
extension FloatSoftmax {
  func runVector(_ call: OperatorCall, _ kernels: any ElementaryMicrokernels.Type) {
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    let depth = outputShape[outputShape.count - 1]
    let rows = depth > 0 ? outputShape.dropLast().reduce(1, *) : 0
    call.workers.forEachRange(of: rows, minimumCount: max(1, (1 << 12) / max(1, depth))) { part in
      for row in part { runRow(input + row * depth, output + row * depth, depth, kernels) }
    }
  }

  private func runRow(
    _ values: UnsafePointer<Float>, _ results: UnsafeMutablePointer<Float>, _ depth: Int,
    _ kernels: any ElementaryMicrokernels.Type
  ) {
    var largest = -Float.greatestFiniteMagnitude
    for index in 0..<depth { largest = largest < values[index] ? values[index] : largest }
    kernels.applyExp(input: values, output: results, count: depth, offset: largest, scale: beta)
    var sum: Float = 0
    for index in 0..<depth { sum += results[index] }
    for index in 0..<depth { results[index] /= sum }
  }
}
