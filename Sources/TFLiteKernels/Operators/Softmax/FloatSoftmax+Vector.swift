import TFLiteMicrokernels

/// SOFTMAX in float32 with the exponentials of a row at once; the sum is that of the specification, element by element.
extension FloatSoftmax {
  func runVector(_ call: OperatorCall, _ kernels: any ElementaryMicrokernels.Type) {
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    let depth = outputShape[outputShape.count - 1]
    let rows = depth > 0 ? outputShape.dropLast().reduce(1, *) : 0
    call.workers.forEachRange(of: rows, minimumCount: max(1, (1 << 12) / max(1, depth))) { part in
      var watch = call.stopWatch
      for row in part { runRow(input + row * depth, output + row * depth, depth, kernels, &watch) }
    }
  }

  private func runRow(
    _ values: UnsafePointer<Float>, _ results: UnsafeMutablePointer<Float>, _ depth: Int,
    _ kernels: any ElementaryMicrokernels.Type, _ watch: inout StopWatch
  ) {
    var largest = -Float.greatestFiniteMagnitude
    watch.forEachPart(of: 0..<depth) { part in
      for index in part { largest = largest < values[index] ? values[index] : largest }
    }
    var sum: Float = 0
    watch.forEachPart(of: 0..<depth, stepsPerElement: 4) { part in
      let first = part.lowerBound
      kernels.applyExp(
        input: values + first, output: results + first, count: part.count, offset: largest, scale: beta)
      for index in part { sum += results[index] }
    }
    watch.forEachPart(of: 0..<depth) { part in
      for index in part { results[index] /= sum }
    }
  }
}
