import TFLiteElementaryFunctions

/// SOFTMAX on 8-bit tensors as TFLite computes it on arm64 unless asked for its reference kernels: XNNPACK does not take it,
/// and the kernel that does has a table of exponentials in 16 bits.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h`, PopulateSoftmaxUInt8LookupTable and SoftmaxInt8LUT.
struct TabulatedSoftmax<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  private let outputScale: Float
  /// e^(beta · scale · difference) in Q0.16, for the differences 0 to -255 to a row's maximum.
  private let exponentials: [Int32]

  var outputShapes: [[Int]] { [outputShape] }
  var overwritableInputs: [Int] { [0] }

  /// - Parameter scale: the input's.
  init(shape: [Int], scale: Float, outputScale: Float, beta: Float) {
    (outputShape, self.outputScale) = (shape, outputScale)
    let step = scale * beta
    // The first is 1, even where beta is infinite.
    exponentials =
      [65535]
      + (1...255).map { difference in
        Int32(min(Double(ElementaryFunctions.exp(step * Float(-difference)) * 65535) + 0.5, 65535))
      }
  }

  func run(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: Element.self)
    let depth = outputShape[outputShape.count - 1]
    guard depth > 0 else { return }
    let rows = outputShape.dropLast().reduce(1, *)
    call.workers.forEachRange(of: rows, minimumCount: 4096 / depth) { rows in
      var watch = call.stopWatch
      for row in rows { runRow(input + row * depth, output + row * depth, depth, &watch) }
    }
  }

  private func runRow(
    _ values: UnsafePointer<Element>, _ results: UnsafeMutablePointer<Element>, _ depth: Int, _ watch: inout StopWatch
  ) {
    var highest = Element.min
    for part in (0..<depth).parts {
      for index in part { highest = max(highest, values[index]) }
      if watch.isOver(after: part.count) { return }
    }
    let largest = Int(truncatingIfNeeded: highest)
    func exponential(_ value: Element) -> Int32 { exponentials[largest &- Int(truncatingIfNeeded: value)] }
    // The largest counts 65535. TFLite's sum would overflow from 32 769 of them on; this one ends there.
    var sum: Int64 = 0
    for part in (0..<depth).parts {
      for index in part { sum += Int64(exponential(values[index])) }
      if watch.isOver(after: part.count) { return }
    }
    let reciprocal = QuantizedMultiplier(Double(1 / (Float(min(sum, Int64(Int32.max))) * outputScale)))
    for part in (0..<depth).parts {
      for index in part {
        let quotient = reciprocal.apply(exponential(values[index]))
        results[index] = Element(quotient &+ Element.range.lowerBound, clampedTo: Element.range)
      }
      if watch.isOver(after: 4 &* part.count) { return }
    }
  }
}
