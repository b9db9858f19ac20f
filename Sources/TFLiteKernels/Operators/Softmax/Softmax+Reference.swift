import TFLiteElementaryFunctions

/// The specification of SOFTMAX on 8-bit tensors: fixed-point arithmetic throughout.
///
/// Source: `tflite/kernels/internal/reference/softmax.h`.
extension Softmax {
  func runReference<Result: QuantizedInteger>(_ call: OperatorCall, into result: Result.Type) {
    let input = call.input(0, as: Element.self)
    let output = call.output(0, as: result)
    let depth = outputShape[outputShape.count - 1]
    let rows = outputShape.dropLast().reduce(1, *)

    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? rows : 0) {
      let (values, results) = (input + row * depth, output + row * depth)
      var largest = Element.min
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { largest = max(largest, values[index]) }
      }

      var sum: Int32 = 0
      watch.forEachPart(of: 0..<depth, stepsPerElement: 16) { part in
        for index in part {
          if let exponential = exponential(values[index], below: largest) {
            sum &+= roundingDivideByPowerOfTwo(exponential, 12)
          }
        }
      }
      if watch.isOver(after: 8) { return }
      let quotients = SoftmaxQuotients(sum: sum)

      watch.forEachPart(of: 0..<depth, stepsPerElement: 16) { part in
        for index in part {
          guard let exponential = exponential(values[index], below: largest) else {
            results[index] = Result.min
            continue
          }
          results[index] = quotients.stored(exponential)
        }
      }
    }
  }

  /// e^(beta · (value − largest)) in Q0.31; nil where it is too small to count.
  private func exponential(_ value: Element, below largest: Element) -> Int32? {
    exponential(ofDifference: Int32(truncatingIfNeeded: value) &- Int32(truncatingIfNeeded: largest))
  }

  /// e^(beta · difference) in Q0.31; nil where it is too small to count.
  func exponential(ofDifference difference: Int32) -> Int32? {
    guard difference >= smallestDifference else { return nil }
    return FixedPoint.exponentialOfNegative(multiplier.apply(difference))
  }
}

/// Exponentials of one row, divided by their sum.
struct SoftmaxQuotients {
  private let reciprocal: Int32
  private let shift: Int32

  /// - Parameter sum: in Q12.19.
  init(sum: Int32) {
    let headroom = Int32(truncatingIfNeeded: sum.leadingZeroBitCount)
    let shiftedSum = Int32(bitPattern: (UInt32(bitPattern: sum) &<< UInt32(headroom)) &- (1 << 31))
    reciprocal = FixedPoint.reciprocalOfOnePlus(shiftedSum)
    // The result has 8 fractional bits.
    shift = 12 - headroom + 31 - 8
  }

  /// The stored quotient of an exponential in Q0.31.
  @inline(__always)
  func stored<Element: QuantizedInteger>(_ exponential: Int32) -> Element {
    let scaled = saturatingRoundingDoublingHighMultiply(reciprocal, exponential)
    let quotient = roundingDivideByPowerOfTwo(scaled, shift &- Int32(Element.bitWidth) &+ 8)
    return Element(quotient &+ Element.range.lowerBound, clampedTo: Element.range)
  }
}

/// The specification of SOFTMAX in float32.
///
/// Source: `tflite/kernels/internal/reference/softmax.h`.
extension FloatSoftmax {
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
        for index in part {
          results[index] = ElementaryFunctions.exp((values[index] - largest) * beta)
          sum += results[index]
        }
      }
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { results[index] /= sum }
      }
    }
  }
}

/// The specification of SOFTMAX on float16: exponentials are added before they are rounded, and divided after.
///
/// Source: `tflite/kernels/internal/reference/softmax.h`.
extension HalfSoftmax {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: HalfBits.self)
    let output = call.output(0, as: HalfBits.self)
    let depth = outputShape[outputShape.count - 1]

    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? outputShape.dropLast().reduce(1, *) : 0) {
      if watch.isOver(after: 1) { return }
      let (values, results) = (input + row * depth, output + row * depth)
      var largest: Float = -65504
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { largest = largest < values[index].value ? values[index].value : largest }
      }
      var sum: Float = 0
      watch.forEachPart(of: 0..<depth, stepsPerElement: 16) { part in
        for index in part {
          let exponential = ElementaryFunctions.exp((values[index].value - largest) * beta)
          results[index] = HalfBits(exponential)
          sum += exponential
        }
      }
      watch.forEachPart(of: 0..<depth, stepsPerElement: 2) { part in
        for index in part { results[index] = HalfBits(results[index].value / sum) }
      }
    }
  }
}
