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
  /// The taps through which input positions reach a position of a transposed convolution's output.
  @inline(__always)
  func tapsReaching(_ output: Int, from inputSize: Int) -> ReachingTaps {
    // output = input · stride − padding + tap
    let (last, first) = (output + paddingBefore).quotientAndRemainder(dividingBy: stride)
    // The input positions of later taps lie before those of earlier ones.
    let begin = max(0, last - inputSize + 1)
    let end = min(last, (windowSize - 1 - first) / stride) + 1
    let isReached = first < windowSize && begin < end
    return ReachingTaps(firstTap: first, lastInput: last, stride: stride, numbers: isReached ? begin..<end : 0..<0)
  }

  /// The taps of one input position that lie inside a transposed convolution's output.
  func tapsInsideOutput(input: Int) -> Range<Int> {
    let start = input * stride - paddingBefore
    let (first, last) = (max(0, -start), min(windowSize, inputSize - start))
    return first < last ? first..<last : 0..<0
  }
}

/// Taps of a window, each with the input position that it takes to a position of the output.
struct ReachingTaps {
  fileprivate let firstTap: Int
  fileprivate let lastInput: Int
  fileprivate let stride: Int
  /// What ``tap(_:)`` and ``input(_:)`` count by.
  let numbers: Range<Int>

  @inline(__always) func tap(_ number: Int) -> Int { firstTap + number * stride }

  @inline(__always) func input(_ number: Int) -> Int { lastInput - number }
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
    var output = rows.lowerBound * outputWidth * outputChannels
    var watch = StopWatch(workers)
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: outputHeight)
      let tapsY = vertical.tapsReaching(outputY, from: inputHeight)
      for outputX in 0..<outputWidth {
        let tapsX = horizontal.tapsReaching(outputX, from: inputWidth)
        for channel in 0..<outputChannels {
          var sum = zero
          for y in tapsY.numbers {
            for x in tapsX.numbers {
              let tap = tapsY.tap(y) * horizontal.windowSize + tapsX.tap(x)
              add(
                &sum, ((batch * inputHeight + tapsY.input(y)) * inputWidth + tapsX.input(x)) * inputChannels,
                (channel * tapCount + tap) * inputChannels)
            }
          }
          store(sum, channel, output)
          output += 1
          if watch.isOver(after: tapsY.numbers.count &* tapsX.numbers.count &* inputChannels &+ 8) { return }
        }
      }
    }
  }

  /// The taps of the window.
  var tapCount: Int { window.vertical.windowSize * window.horizontal.windowSize }
}
