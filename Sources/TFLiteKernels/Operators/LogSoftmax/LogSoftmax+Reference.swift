import TFLiteElementaryFunctions

/// The specification of LOG_SOFTMAX on 8-bit tensors: fixed-point arithmetic throughout.
///
/// Source: `tflite/kernels/internal/reference/log_softmax.h` and `reference/integer_ops/log_softmax.h`.
extension LogSoftmax {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: Element.self)
    let depth = outputShape[outputShape.count - 1]

    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? outputShape.dropLast().reduce(1, *) : 0) {
      let (values, results) = (input + row * depth, output + row * depth)
      var highest = Element.min
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { highest = max(highest, values[index]) }
      }
      let largest = Int32(truncatingIfNeeded: highest)

      var sum: Int32 = 0
      watch.forEachPart(of: 0..<depth, stepsPerElement: 16) { part in
        for index in part {
          let difference = Int32(truncatingIfNeeded: values[index]) &- largest
          guard difference >= smallestDifference else { continue }
          let exponential = FixedPoint.exponentialOfNegative(multiplier.apply(difference))
          sum &+= roundingDivideByPowerOfTwo(exponential, 12)
        }
      }
      if watch.isOver(after: 8) { return }
      let logarithm = FixedPoint.logarithm(sum)
      // Differences at or below this one cannot be represented after the logarithm is subtracted.
      let threshold = max(smallestDifference - 1, inverseMultiplier.apply(logarithm &+ .min))

      watch.forEachPart(of: 0..<depth, stepsPerElement: 4) { part in
        for index in part {
          let difference = Int32(truncatingIfNeeded: values[index]) &- largest
          guard difference > threshold else {
            results[index] = Element.min
            continue
          }
          // From Q5.26 to 4 fractional bits.
          let scaled = roundingDivideByPowerOfTwo(multiplier.apply(difference) &- logarithm, 31 - 5 - 4)
          results[index] = Element(scaled &+ Element.range.upperBound, clampedTo: Element.range)
        }
      }
    }
  }
}

/// The specification of LOG_SOFTMAX in float32.
///
/// Source: `tflite/kernels/internal/reference/log_softmax.h`.
extension FloatLogSoftmax {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let output = call.output(0, as: Float.self)
    let depth = outputShape[outputShape.count - 1]

    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? outputShape.dropLast().reduce(1, *) : 0) {
      if watch.isOver(after: 1) { return }
      let (values, results) = (input + row * depth, output + row * depth)
      var largest = -Float.greatestFiniteMagnitude
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { largest = largest < values[index] ? values[index] : largest }
      }
      var sum: Float = 0
      watch.forEachPart(of: 0..<depth, stepsPerElement: 16) { part in
        for index in part { sum += ElementaryFunctions.exp(values[index] - largest) }
      }
      let logarithm = ElementaryFunctions.log(sum)
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { results[index] = values[index] - largest - logarithm }
      }
    }
  }
}
