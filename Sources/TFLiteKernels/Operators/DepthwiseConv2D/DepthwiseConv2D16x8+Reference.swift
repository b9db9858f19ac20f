/// The specification of DEPTHWISE_CONV_2D on int16 activations. Taps outside the image are skipped. `rows` counts the
/// output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/integer_ops/depthwise_conv.h`.
extension DepthwiseConv2D16x8 {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Int16.self)
    let filter = call.input(1, as: Int8.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, outputChannels) = (shape.inputChannels, shape.outputChannels)
    var result = call.output(0, as: Int16.self) + rows.lowerBound * horizontal.outputSize * outputChannels

    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * inputChannels
      for outputX in 0..<horizontal.outputSize {
        for channel in 0..<outputChannels {
          var sum: Int64 = 0
          for tapY in vertical.tapsInside(output: outputY) {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in horizontal.tapsInside(output: outputX) {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let value = image[
                (inputY * horizontal.inputSize + inputX) * inputChannels + channel / shape.depthMultiplier]
              let weight = filter[(tapY * horizontal.windowSize + tapX) * outputChannels + channel]
              sum &+= Int64(Int32(value) &* Int32(weight))
            }
          }
          result.pointee = quantization.requantize(
            sum &+ quantization.bias(call, input: 2, channel: channel), channel: channel)
          result += 1
          if watch.isOver(after: shape.tapCount) { return }
        }
      }
    }
  }
}
