import TFLiteElementaryFunctions

/// SOFTMAX from 8 bits to int16 as TFLite computes it on arm64 unless asked for its reference kernels: in float32, with a
/// table of exponentials.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h`, PopulateSoftmaxLookupTable, Softmax and
/// QuantizeSoftmaxOutput.
struct TabulatedWideningSoftmax<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  private let outputScale: Float
  /// e^(beta · scale · difference), for the differences 0 to -255 to a row's maximum.
  private let exponentials: [Float]

  var outputShapes: [[Int]] { [outputShape] }

  /// - Parameter scale: the input's.
  init(shape: [Int], scale: Float, outputScale: Float, beta: Float) {
    (outputShape, self.outputScale) = (shape, outputScale)
    let step = scale * beta
    // The first is 1, even where beta is infinite.
    exponentials = [1] + (1...255).map { ElementaryFunctions.exp(step * Float(-$0)) }
  }

  func run(_ call: OperatorCall) {
    let (input, output) = (call.input(0, as: Element.self), call.output(0, as: Int16.self))
    let depth = outputShape[outputShape.count - 1]
    guard depth > 0 else { return }
    var watch = call.stopWatch
    for row in 0..<outputShape.dropLast().reduce(1, *) {
      let (values, results) = (input + row * depth, output + row * depth)
      var highest = Element.min
      for part in (0..<depth).parts {
        for index in part { highest = max(highest, values[index]) }
        if watch.isOver(after: part.count) { return }
      }
      let largest = Int(truncatingIfNeeded: highest)
      func exponential(_ value: Element) -> Float { exponentials[largest &- Int(truncatingIfNeeded: value)] }
      var sum: Float = 0
      for part in (0..<depth).parts {
        for index in part { sum += exponential(values[index]) }
        if watch.isOver(after: part.count) { return }
      }
      let reciprocal = 1 / (sum * outputScale)
      for part in (0..<depth).parts {
        for index in part {
          let quotient = (exponential(values[index]) * reciprocal).rounded()
          results[index] = Int16(Int32(quotient) &- 32768, clampedTo: Int16.range)
        }
        if watch.isOver(after: 4 &* part.count) { return }
      }
    }
  }
}
