/// The specification of TRANSPOSE_CONV in float32: input pixels one after the other, and of each its channels, are
/// scattered over the output, which holds the sums while they grow; then the bias.
///
/// Source: `tflite/kernels/internal/reference/transpose_conv.h`.
extension FloatTransposeConv {
  func runReference(_ call: OperatorCall) {
    let filter = call.input(1, as: Float.self)
    let input = call.input(2, as: Float.self)
    let output = call.output(0, as: Float.self)
    shape.clearOutput(of: call)
    shape.forEachProduct(call.workers) { value, weight, _, sum in
      output[sum].add(input[value], times: filter[weight], numerics)
    }
    shape.finish(call, output, bias: call.optionalInput(3), range: range)
  }
}

/// The specification of TRANSPOSE_CONV with an int8 filter: as in float32, where each product is one of integers,
/// scaled.
///
/// Source: `tflite/kernels/internal/reference/transpose_conv.h`, HybridTransposeConv.
extension HybridTransposeConv {
  func runReference(_ call: OperatorCall) {
    let filter = call.input(1, as: Int8.self)
    let output = call.output(0, as: Float.self)
    let images = QuantizedRows(
      call.input(2), rowCount: shape.batches, rowLength: shape.imageSize, isAsymmetric: true, dynamicRange,
      call, scratch: call.scratch)
    shape.clearOutput(of: call)
    shape.forEachProduct(call.workers) { value, weight, channel, sum in
      let quantization = images.quantization(ofRow: value / shape.imageSize)
      // The rows lie one behind the other.
      let product = (Int32(images[row: 0][value]) &- quantization.zeroPoint) &* Int32(filter[weight])
      output[sum] += Float(product) * (scales.count == 1 ? scales[0] : scales[channel]) * quantization.scale
    }
    shape.finish(call, output, bias: call.optionalInput(3), range: range)
  }
}

extension TransposeConvShape {
  /// Begins all sums with 0.
  func clearOutput(of call: OperatorCall) {
    call.outputBytes(0).fill(
      with: 0, byteCount: 4 * batches * outputHeight * outputWidth * outputChannels, call.workers)
  }

  /// Calls `body` for each product in the reference order, with the places of its value, its weight and the sum that it is
  /// added to, and with the sum's channel. Products outside the output are skipped.
  @inline(__always)
  func forEachProduct(
    _ workers: any Workers, _ body: (_ value: Int, _ weight: Int, _ channel: Int, _ sum: Int) -> Void
  ) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    var watch = StopWatch(workers)
    for batch in 0..<batches {
      for inputY in 0..<inputHeight {
        for inputX in 0..<inputWidth {
          for inputChannel in 0..<inputChannels {
            let value = ((batch * inputHeight + inputY) * inputWidth + inputX) * inputChannels + inputChannel
            // Many may reach no output.
            if watch.isOver(after: 4) { return }
            for tapY in vertical.tapsInsideOutput(input: inputY) {
              let outputY = inputY * vertical.stride - vertical.paddingBefore + tapY
              for tapX in horizontal.tapsInsideOutput(input: inputX) {
                let outputX = inputX * horizontal.stride - horizontal.paddingBefore + tapX
                let pixel = (batch * outputHeight + outputY) * outputWidth + outputX
                let tap = tapY * horizontal.windowSize + tapX
                for channel in 0..<outputChannels {
                  body(
                    value, (channel * tapCount + tap) * inputChannels + inputChannel, channel,
                    pixel * outputChannels + channel)
                }
                if watch.isOver(after: outputChannels) { return }
              }
            }
          }
        }
      }
    }
  }

  /// Adds the bias and clamps.
  func finish(
    _ call: OperatorCall, _ output: UnsafeMutablePointer<Float>, bias: UnsafePointer<Float>?,
    range: ActivationBounds<Float>
  ) {
    var watch = call.stopWatch
    for pixel in 0..<batches * outputHeight * outputWidth {
      if watch.isOver(after: outputChannels) { return }
      let sums = output + pixel * outputChannels
      for channel in 0..<outputChannels {
        sums[channel] = range.clamp(bias.map { sums[channel] + $0[channel] } ?? sums[channel])
      }
    }
  }
}
