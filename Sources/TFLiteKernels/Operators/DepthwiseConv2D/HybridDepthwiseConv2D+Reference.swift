/// The specification of DEPTHWISE_CONV_2D with an int8 filter: an integer sum over the taps inside the image, scaled in
/// float32, then the bias. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/integer_ops/depthwise_conv.h`, DepthwiseConvHybridPerChannel.
extension HybridDepthwiseConv2D {
  func runReference(_ call: OperatorCall, images: QuantizedRows, rows: Range<Int>) {
    let filter = call.input(1, as: Int8.self)
    let bias = call.optionalInput(2, as: Float.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, outputChannels) = (shape.inputChannels, shape.outputChannels)
    var result = call.output(0, as: Float.self) + rows.lowerBound * horizontal.outputSize * outputChannels

    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = images[row: batch]
      let quantization = images.quantization(ofRow: batch)
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        for channel in 0..<outputChannels {
          let inputChannel = channel / shape.depthMultiplier
          var accumulator: Int32 = 0
          for tapY in tapsY {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in tapsX {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let value = Int32(image[(inputY * horizontal.inputSize + inputX) * inputChannels + inputChannel])
              let weight = Int32(filter[(tapY * horizontal.windowSize + tapX) * outputChannels + channel])
              accumulator &+= (value &- quantization.zeroPoint) &* weight
            }
          }
          let sum = Float(accumulator) * ((scales.count == 1 ? scales[0] : scales[channel]) * quantization.scale)
          result.pointee = range.clamp(bias.map { sum + $0[channel] } ?? sum)
          result += 1
          if watch.isOver(after: shape.tapCount) { return }
        }
      }
    }
  }
}
