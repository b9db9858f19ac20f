/// The specification of CONV_2D on int16 activations. Taps outside the image are skipped. `rows` counts the output rows
/// of all images.
///
/// Source: `tflite/kernels/internal/reference/integer_ops/conv.h`.
extension WideConv2D {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Int16.self)
    let filter = call.input(1, as: Int8.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, filterChannels) = (shape.inputChannels, shape.filterChannels)
    var result = call.output(0, as: Int16.self) + rows.lowerBound * horizontal.outputSize * shape.outputChannels

    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * inputChannels
      for outputX in 0..<horizontal.outputSize {
        for channel in 0..<shape.outputChannels {
          let firstInputChannel = channel / shape.outputChannelsPerGroup * filterChannels
          var sum = arithmetic.bias(call, input: 2, channel: channel)
          for tapY in vertical.tapsInside(output: outputY) {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in horizontal.tapsInside(output: outputX) {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let values = image + (inputY * horizontal.inputSize + inputX) * inputChannels + firstInputChannel
              let weights =
                filter + channel * shape.filterSize + (tapY * horizontal.windowSize + tapX) * filterChannels
              for inputChannel in 0..<filterChannels {
                sum &+= Int64(Int32(values[inputChannel]) &* Int32(weights[inputChannel]))
              }
            }
          }
          result.pointee = arithmetic.requantize(sum, channel: channel)
          result += 1
        }
      }
    }
  }
}
