/// The specification of CONV_3D_TRANSPOSE: input places one after the other, and of each its channels, are scattered
/// over the output, which holds the sums while they grow; then the bias.
///
/// Source: `tflite/kernels/internal/reference/conv3d_transpose.h`.
extension Conv3DTranspose {
  func runReference(_ call: OperatorCall, batch: Int) {
    let (filter, bias) = (call.input(1, as: Float.self), call.optionalInput(3, as: Float.self))
    let inputSize = window.outputSize
    let volume = inputSize.wrappingProduct * inputChannels
    let input = call.input(2, as: Float.self) + batch * volume
    let placeCount = window.inputSize.wrappingProduct
    let output = call.output(0, as: Float.self) + batch * placeCount * outputChannels
    UnsafeMutableRawPointer(output).fill(with: 0, byteCount: 4 * placeCount * outputChannels, call.workers)
    var watch = call.stopWatch
    for index in 0..<volume {
      if watch.isOver(after: 1) { return }
      let (place, inputChannel) = index.quotientAndRemainder(dividingBy: inputChannels)
      let (row, inputX) = place.quotientAndRemainder(dividingBy: inputSize[2])
      let (inputZ, inputY) = row.quotientAndRemainder(dividingBy: inputSize[1])
      window.forEachTap(at: inputZ, inputY, inputX) { outputPlace, tap in
        if watch.isOver(after: outputChannels) { return }
        let sums = output + outputPlace * outputChannels
        let weights = filter + tap * outputChannels * inputChannels + inputChannel
        for channel in 0..<outputChannels { sums[channel] += input[index] * weights[channel * inputChannels] }
      }
    }
    for place in 0..<placeCount {
      if watch.isOver(after: outputChannels) { return }
      let sums = output + place * outputChannels
      for channel in 0..<outputChannels {
        sums[channel] = range.clamp(bias.map { sums[channel] + $0[channel] } ?? sums[channel])
      }
    }
  }
}
