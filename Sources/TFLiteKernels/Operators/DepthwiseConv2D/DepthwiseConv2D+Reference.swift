/// The specification of DEPTHWISE_CONV_2D. Taps outside the image are skipped.
/// `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/depthwiseconv_uint8.h` and `reference/integer_ops/depthwise_conv.h`.
extension DepthwiseConv2D {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Element.self)
    let filter = call.input(1, as: Element.self)
    let bias = call.optionalInput(2, as: Int32.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, outputChannels) = (shape.inputChannels, shape.outputChannels)

    var result = call.output(0, as: Element.self) + rows.lowerBound * horizontal.outputSize * outputChannels

    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * inputChannels
      for outputX in 0..<horizontal.outputSize {
        for channel in 0..<outputChannels {
          let inputChannel = channel / shape.depthMultiplier
          var accumulator: Int32 = 0
          for tapY in vertical.tapsInside(output: outputY) {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in horizontal.tapsInside(output: outputX) {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let stored = image[(inputY * horizontal.inputSize + inputX) * inputChannels + inputChannel]
              let storedWeight = filter[(tapY * horizontal.windowSize + tapX) * outputChannels + channel]
              let value = Int32(truncatingIfNeeded: stored) &- quantization.inputZeroPoint
              let weight = Int32(truncatingIfNeeded: storedWeight) &- quantization.filterZeroPoint
              accumulator &+= value &* weight
            }
          }
          if let bias { accumulator &+= bias[channel] }
          if let overflows {
            accumulator &-= overflows.loss(
              shape, image, outputY: outputY, outputX: outputX, channel: channel,
              zeroPoint: quantization.inputZeroPoint)
          }
          result.pointee = quantization.requantization.apply(accumulator, channel: channel)
          result += 1
          if watch.isOver(after: shape.tapCount) { return }
        }
      }
    }
  }
}
