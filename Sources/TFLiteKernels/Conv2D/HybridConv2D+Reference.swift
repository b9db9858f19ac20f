/// The specification of CONV_2D with an 8-bit filter: an integer sum over the taps inside the image, scaled in float32,
/// then the bias. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/conv.cc`, EvalHybrid and EvalHybridPerChannel;
/// `tflite/kernels/internal/reference/conv.h`, HybridConvPerChannel; `optimized/optimized_ops.h`, HybridConv.
extension HybridConv2D {
  func runReference(_ call: OperatorCall, images: QuantizedRows, rows: Range<Int>) {
    let filter = call.input(1, as: Int8.self)
    let bias = call.optionalInput(2, as: Float.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    var result = call.output(0, as: Float.self) + rows.lowerBound * horizontal.outputSize * shape.outputChannels

    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = images[row: batch]
      let quantization = images.quantization(ofRow: batch)
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        for channel in 0..<shape.outputChannels {
          let firstInputChannel = channel / shape.outputChannelsPerGroup * shape.filterChannels
          var accumulator: Int32 = 0
          for tapY in tapsY {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in tapsX {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              accumulator &+= dotProduct(
                image + (inputY * horizontal.inputSize + inputX) * shape.inputChannels + firstInputChannel,
                zeroPoint: quantization.zeroPoint,
                filter + channel * shape.filterSize + (tapY * horizontal.windowSize + tapX) * shape.filterChannels,
                count: shape.filterChannels)
            }
          }
          result.pointee = finish(accumulator, channel: channel, scale: quantization.scale, bias: bias)
          result += 1
        }
      }
    }
  }

  /// The result for a sum of products.
  ///
  /// - Parameter scale: that of the activations.
  @inline(__always)
  func finish(_ accumulator: Int32, channel: Int, scale: Float, bias: UnsafePointer<Float>?) -> Float {
    // One product for all channels is taken first; scales of channels are multiplied in one after the other.
    let sum =
      isPerChannel
      ? Float(accumulator) * (scales.count == 1 ? scales[0] : scales[channel]) * scale
      : Float(accumulator) * (scale * scales[0])
    return range.clamp(bias.map { sum + $0[channel] } ?? sum)
  }
}
