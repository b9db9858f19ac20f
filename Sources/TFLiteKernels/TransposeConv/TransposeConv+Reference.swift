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
    shape.forEachOutput(rows: rows, zero: 0 as Int32) { accumulator, values, weights in
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
  fileprivate func tapsInsideOutput(input: Int) -> Range<Int> {
    let start = input * stride - paddingBefore
    let (first, last) = (max(0, -start), min(windowSize, inputSize - start))
    return first < last ? first..<last : 0..<0
  }
}

/// The specification of TRANSPOSE_CONV in float32: input pixels one after the other, and of each its channels, are
/// scattered over the output, which holds the sums while they grow; then the bias.
///
/// Source: `tflite/kernels/internal/reference/transpose_conv.h`.
extension FloatTransposeConv {
  func runReference(_ call: OperatorCall) {
    let input = call.input(2, as: Float.self)
    let filter = shape.filterWithOutputChannelsInnermost(call.input(1), in: call.scratch)
    let channels = shape.outputChannels
    shape.scatter(to: call.output(0)) { batch, inputPixel, tap, count, sums in
      let values = input + batch * shape.imageSize + inputPixel * shape.inputChannels
      for inputChannel in 0..<shape.inputChannels {
        let value = values[inputChannel]
        let weights = filter + (inputChannel * shape.tapCount + tap) * channels
        if numerics.fusesProducts {
          for index in 0..<count * channels { sums[index].addProduct(value, weights[index]) }
        } else {
          for index in 0..<count * channels { sums[index] += value * weights[index] }
        }
      }
    }
    shape.finish(call.output(0), bias: call.optionalInput(3), range: range)
  }
}

/// The specification of TRANSPOSE_CONV with an int8 filter: as in float32, where each product is one of integers,
/// scaled.
///
/// Source: `tflite/kernels/internal/reference/transpose_conv.h`, HybridTransposeConv.
extension HybridTransposeConv {
  func runReference(_ call: OperatorCall) {
    let filter = call.input(1, as: Int8.self)
    let images = QuantizedRows(
      call.input(2), rowCount: shape.batches, rowLength: shape.imageSize, isAsymmetric: true, scratch: call.scratch)
    shape.scatter(to: call.output(0)) { batch, inputPixel, tap, count, sums in
      let values = images[row: batch] + inputPixel * shape.inputChannels
      let quantization = images.quantization(ofRow: batch)
      for inputChannel in 0..<shape.inputChannels {
        let value = Int32(values[inputChannel]) &- quantization.zeroPoint
        for offset in 0..<count {
          for channel in 0..<shape.outputChannels {
            let weight = filter[(channel * shape.tapCount + tap + offset) * shape.inputChannels + inputChannel]
            let scale = scales.count == 1 ? scales[0] : scales[channel]
            sums[offset * shape.outputChannels + channel] +=
              Float(value &* Int32(weight)) * scale * quantization.scale
          }
        }
      }
    }
    shape.finish(call.output(0), bias: call.optionalInput(3), range: range)
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
    rows: Range<Int>, zero: Sum,
    add: (_ sum: inout Sum, _ values: Int, _ weights: Int) -> Void,
    store: (_ sum: Sum, _ channel: Int, _ output: Int) -> Void
  ) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    let tapsOfColumns = (0..<outputWidth).map { horizontal.tapsReaching($0, from: inputWidth) }
    var output = rows.lowerBound * outputWidth * outputChannels
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
        }
      }
    }
  }

  /// The taps of the window.
  var tapCount: Int { window.vertical.windowSize * window.horizontal.windowSize }

  /// Clears the output and calls `body` for each input pixel and row of its window inside the output, in the reference
  /// order: a pixel's image and position, the row's first tap and number of taps, and the sums of these taps' pixels.
  ///
  /// Every output element gets its products from one tap of an input pixel, so the order among taps is free.
  @inline(__always)
  fileprivate func scatter(
    to output: UnsafeMutablePointer<Float>,
    _ body: (_ batch: Int, _ inputPixel: Int, _ tap: Int, _ count: Int, _ sums: UnsafeMutablePointer<Float>) -> Void
  ) {
    output.update(repeating: 0, count: batches * outputHeight * outputWidth * outputChannels)
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    for batch in 0..<batches {
      for inputY in 0..<inputHeight {
        let tapsY = vertical.tapsInsideOutput(input: inputY)
        for inputX in 0..<inputWidth {
          let tapsX = horizontal.tapsInsideOutput(input: inputX)
          guard !tapsX.isEmpty else { continue }
          for tapY in tapsY {
            let outputY = inputY * vertical.stride - vertical.paddingBefore + tapY
            let outputX = inputX * horizontal.stride - horizontal.paddingBefore + tapsX.lowerBound
            let pixel = (batch * outputHeight + outputY) * outputWidth + outputX
            body(
              batch, inputY * inputWidth + inputX, tapY * horizontal.windowSize + tapsX.lowerBound, tapsX.count,
              output + pixel * outputChannels)
          }
        }
      }
    }
  }

  /// Adds the bias and clamps.
  fileprivate func finish(_ output: UnsafeMutablePointer<Float>, bias: UnsafePointer<Float>?, range: FloatRange) {
    for pixel in 0..<batches * outputHeight * outputWidth {
      let sums = output + pixel * outputChannels
      for channel in 0..<outputChannels {
        sums[channel] = range.clamp(bias.map { sums[channel] + $0[channel] } ?? sums[channel])
      }
    }
  }

  /// The filter as [input channels, height, width, output channels].
  fileprivate func filterWithOutputChannelsInnermost(
    _ filter: UnsafePointer<Float>, in scratch: UnsafeMutableRawPointer
  ) -> UnsafePointer<Float> {
    let transposed = scratch.bindMemory(to: Float.self, capacity: filterElementCount)
    for channel in 0..<outputChannels {
      for tap in 0..<tapCount {
        for inputChannel in 0..<inputChannels {
          transposed[(inputChannel * tapCount + tap) * outputChannels + channel] =
            filter[(channel * tapCount + tap) * inputChannels + inputChannel]
        }
      }
    }
    return UnsafePointer(transposed)
  }
}
