/// The specification of DEPTHWISE_CONV_2D in float32: a sum for each output channel over rows and columns of the
/// window, in this order, then the bias. Taps outside the image are skipped. `rows` counts the output rows of all
/// images.
///
/// Source: `tflite/kernels/internal/reference/depthwiseconv_float.h`.
extension FloatDepthwiseConv2D {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Float.self)
    let filter = call.input(1, as: Float.self)
    let bias = call.optionalInput(2, as: Float.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, outputChannels) = (shape.inputChannels, shape.outputChannels)
    var result = call.output(0, as: Float.self) + rows.lowerBound * horizontal.outputSize * outputChannels

    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * inputChannels
      for outputX in 0..<horizontal.outputSize {
        for channel in 0..<outputChannels {
          let inputChannel = channel / shape.depthMultiplier
          var sum: Float = 0
          for tapY in vertical.tapsInside(output: outputY) {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in horizontal.tapsInside(output: outputX) {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let value = image[(inputY * horizontal.inputSize + inputX) * inputChannels + inputChannel]
              sum.add(
                value, times: filter[(tapY * horizontal.windowSize + tapX) * outputChannels + channel], numerics)
            }
          }
          result.pointee = range.clamp(sum + (bias?[channel] ?? 0))
          result += 1
          if watch.isOver(after: shape.tapCount) { return }
        }
      }
    }
  }
}
