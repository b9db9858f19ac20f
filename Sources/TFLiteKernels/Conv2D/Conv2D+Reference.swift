/// The specification of CONV_2D. Taps outside the image are skipped, as if the padding held the zero point.
/// `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/conv.h` and `reference/integer_ops/conv.h`.
extension Conv2D {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Element.self)
    let filter = call.input(1, as: Element.self)
    let bias = call.optionalInput(2, as: Int32.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, filterChannels) = (shape.inputChannels, shape.filterChannels)
    let filterSize = vertical.windowSize * horizontal.windowSize * filterChannels

    var result = call.output(0, as: Element.self) + rows.lowerBound * horizontal.outputSize * shape.outputChannels

    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * inputChannels
      for outputX in 0..<horizontal.outputSize {
        for channel in 0..<shape.outputChannels {
          let firstInputChannel = channel / shape.outputChannelsPerGroup * filterChannels
          var accumulator: Int32 = 0
          for tapY in vertical.tapsInside(output: outputY) {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in horizontal.tapsInside(output: outputX) {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let values = image + (inputY * horizontal.inputSize + inputX) * inputChannels + firstInputChannel
              let weights = filter + channel * filterSize + (tapY * horizontal.windowSize + tapX) * filterChannels
              for inputChannel in 0..<filterChannels {
                let value = Int32(truncatingIfNeeded: values[inputChannel]) &- quantization.inputZeroPoint
                let weight = Int32(truncatingIfNeeded: weights[inputChannel]) &- quantization.filterZeroPoint
                accumulator &+= value &* weight
              }
            }
          }
          if let bias { accumulator &+= bias[channel] }
          result.pointee = quantization.requantization.apply(accumulator, channel: channel)
          result += 1
        }
      }
    }
  }
}
