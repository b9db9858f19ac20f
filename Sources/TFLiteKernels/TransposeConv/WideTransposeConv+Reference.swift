/// The specification of TRANSPOSE_CONV on int16 activations: each output element gathers what reaches it. `rows` counts
/// the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/integer_ops/transpose_conv.h`.
extension WideTransposeConv {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let filter = call.input(1, as: Int8.self)
    let input = call.input(2, as: Int16.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let channels = shape.inputChannels
    let tapsOfColumns = (0..<shape.outputWidth).map { horizontal.tapsReaching($0, from: shape.inputWidth) }
    var result = call.output(0, as: Int16.self) + rows.lowerBound * shape.outputWidth * shape.outputChannels

    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: shape.outputHeight)
      let image = input + batch * shape.imageSize
      let tapsY = vertical.tapsReaching(outputY, from: shape.inputHeight)
      for tapsX in tapsOfColumns {
        for channel in 0..<shape.outputChannels {
          var sum = arithmetic.bias(call, input: 3, channel: channel)
          for (tapY, inputY) in tapsY {
            for (tapX, inputX) in tapsX {
              let values = image + (inputY * shape.inputWidth + inputX) * channels
              let tap = (channel * vertical.windowSize + tapY) * horizontal.windowSize + tapX
              let weights = filter + tap * channels
              for inputChannel in 0..<channels {
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
