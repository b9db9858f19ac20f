/// The specification of TRANSPOSE_CONV on 8-bit tensors. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/transpose_conv.h` and `reference/integer_ops/transpose_conv.h`.
extension TransposeConv {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let filter = call.input(1, as: Element.self)
    let input = call.input(2, as: Element.self)
    let bias = call.optionalInput(3, as: Int32.self)
    let result = call.output(0, as: Element.self)
    shape.forEachOutput(call.workers, rows: rows, zero: 0 as Int32) { accumulator, values, weights in
      for inputChannel in 0..<shape.inputChannels {
        let value = Int32(truncatingIfNeeded: input[values + inputChannel]) &- quantization.inputZeroPoint
        let weight = Int32(truncatingIfNeeded: filter[weights + inputChannel]) &- quantization.filterZeroPoint
        accumulator &+= value &* weight
      }
    } store: { accumulator, channel, output in
      let sum = bias.map { accumulator &+ $0[channel] } ?? accumulator
      result[output] = quantization.requantization.apply(sum, channel: channel)
    }
  }
}

extension WindowAxis {
  /// The taps through which input positions reach a position of a transposed convolution's output, with those input
  /// positions.
  func tapsReaching(_ output: Int, from inputSize: Int) -> [(tap: Int, input: Int)] {
    // output = input · stride − padding + tap
    let first = (output + paddingBefore) % stride
    guard first < windowSize else { return [] }
    return Swift.stride(from: first, to: windowSize, by: stride).compactMap { tap in
      let distance = output + paddingBefore - tap
      let input = distance / stride
      return distance >= 0 && input < inputSize ? (tap, input) : nil
    }
  }

  /// The taps of one input position that lie inside a transposed convolution's output.
  func tapsInsideOutput(input: Int) -> Range<Int> {
    let start = input * stride - paddingBefore
    let (first, last) = (max(0, -start), min(windowSize, inputSize - start))
    return first < last ? first..<last : 0..<0
  }
}

extension TransposeConvShape {
  /// Computes some output rows, which are counted over all images, of integers: output elements in order, each of which
  /// gathers what reaches it. (The sums do not depend on the order.)
  ///
  /// - Parameters:
  ///   - zero: an empty sum.
  ///   - add: adds the products of ``inputChannels`` values and weights, the first of which are given.
  ///   - store: stores what a sum comes to.
  @inline(__always)
  func forEachOutput<Sum>(
    _ workers: any Workers, rows: Range<Int>, zero: Sum,
    add: (_ sum: inout Sum, _ values: Int, _ weights: Int) -> Void,
    store: (_ sum: Sum, _ channel: Int, _ output: Int) -> Void
  ) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    let tapsOfColumns = (0..<outputWidth).map { horizontal.tapsReaching($0, from: inputWidth) }
    var output = rows.lowerBound * outputWidth * outputChannels
    var watch = StopWatch(workers)
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: outputHeight)
      let tapsY = vertical.tapsReaching(outputY, from: inputHeight)
      for tapsX in tapsOfColumns {
        for channel in 0..<outputChannels {
          var sum = zero
          for (tapY, inputY) in tapsY {
            for (tapX, inputX) in tapsX {
              let tap = tapY * horizontal.windowSize + tapX
              add(
                &sum, ((batch * inputHeight + inputY) * inputWidth + inputX) * inputChannels,
                (channel * tapCount + tap) * inputChannels)
            }
          }
          store(sum, channel, output)
          output += 1
          if watch.isOver(after: tapsY.count &* tapsX.count &* inputChannels) { return }
        }
      }
    }
  }

  /// The taps of the window.
  var tapCount: Int { window.vertical.windowSize * window.horizontal.windowSize }
}
