/// The specification of L2_NORMALIZATION on 8-bit tensors: the reciprocal square root in fixed point.
///
/// Source: `tflite/kernels/internal/reference/l2normalization.h` and `reference/integer_ops/l2normalization.h`.
extension L2Normalization {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: Element.self)
    let depth = outputShape[outputShape.count - 1]
    let middle = Element.range.lowerBound + 128

    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? outputShape.dropLast().reduce(1, *) : 0) {
      let (values, results) = (input + row * depth, output + row * depth)
      var sum: Int32 = 0
      watch.forEachPart(of: 0..<depth) { part in
        for index in part {
          let value = Int32(truncatingIfNeeded: values[index]) &- inputZeroPoint
          sum &+= value &* value
        }
      }
      if watch.isOver(after: 8) { return }
      let norm = FixedPoint.reciprocalSquareRoot(sum)
      // uint8 scales up before, int8 within the multiplication; the roundings differ.
      let (factor, multiplier): (Int32, QuantizedMultiplier) =
        Element.self == UInt8.self
        ? (128, norm) : (1, QuantizedMultiplier(mantissa: norm.mantissa, exponent: norm.exponent + 7))
      watch.forEachPart(of: 0..<depth, stepsPerElement: 2) { part in
        for index in part {
          let value = Int32(truncatingIfNeeded: values[index]) &- inputZeroPoint
          results[index] = Element(multiplier.apply(factor &* value) &+ middle, clampedTo: Element.range)
        }
      }
    }
  }
}

/// The specification of L2_NORMALIZATION in float32.
///
/// Source: `tflite/kernels/internal/reference/l2normalization.h`; `tflite/kernels/l2norm.cc` for the smallest norm.
extension FloatL2Normalization {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let output = call.output(0, as: Float.self)
    let depth = outputShape[outputShape.count - 1]

    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? outputShape.dropLast().reduce(1, *) : 0) {
      if watch.isOver(after: 1) { return }
      let (values, results) = (input + row * depth, output + row * depth)
      var sum: Float = 0
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { sum += values[index] * values[index] }
      }
      let root = sum.squareRoot()
      let norm = root < 1e-6 ? 1e-6 : root
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { results[index] = values[index] / norm }
      }
    }
  }
}
