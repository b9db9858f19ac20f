/// The specification of CONV_3D: a sum for each output channel over depth, rows, columns and input channels of the
/// window, in this order, then the bias. Output channels lie side by side in the filter, so that their sums grow
/// together, in the output.
///
/// Source: `tflite/kernels/internal/reference/conv3d.h`.
extension Conv3D {
  /// `rows` counts the output rows of all planes of all volumes.
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let (input, filter) = (call.input(0, as: Float.self), call.input(1, as: Float.self))
    let bias = call.optionalInput(2, as: Float.self)
    let width = window.horizontal.outputSize
    var watch = call.stopWatch
    for row in rows {
      let (plane, outputY) = row.quotientAndRemainder(dividingBy: window.vertical.outputSize)
      let (batch, outputZ) = plane.quotientAndRemainder(dividingBy: window.depth.outputSize)
      for outputX in 0..<width {
        let sums = call.output(0, as: Float.self) + (row * width + outputX) * outputChannels
        sums.update(repeating: 0, count: outputChannels)
        window.forEachTap(at: outputZ, outputY, outputX) { inputPlace, tap in
          if watch.isOver(after: inputChannels &* outputChannels) { return }
          let place = batch * window.inputSize.wrappingProduct + inputPlace
          for inputChannel in 0..<inputChannels {
            let value = input[place * inputChannels + inputChannel]
            let weights = filter + (tap * inputChannels + inputChannel) * outputChannels
            for channel in 0..<outputChannels { sums[channel] += value * weights[channel] }
          }
        }
        for channel in 0..<outputChannels { sums[channel] = range.clamp(sums[channel] + (bias?[channel] ?? 0)) }
        if watch.isOver(after: outputChannels) { return }
      }
    }
  }
}
