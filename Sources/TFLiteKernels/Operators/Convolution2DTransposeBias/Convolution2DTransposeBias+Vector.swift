extension Convolution2DTransposeBias {
  /// Scatters input pixels with the output's channels side by side, which changes no sum.
  func runVector(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let filter = shape.filterWithOutputChannelsInnermost(call.input(1), in: call.scratch, call.workers)
    let channels = shape.outputChannels
    beginWithBias(call)
    shape.scatter(call.workers, to: call.output(0)) { batch, inputPixel, tap, count, sums in
      let values = input + batch * shape.imageSize + inputPixel * shape.inputChannels
      for inputChannel in 0..<shape.inputChannels {
        let weights = filter + (inputChannel * shape.tapCount + tap) * channels
        let value = values[inputChannel]
        for index in 0..<count * channels { sums[index] += value * weights[index] }
      }
    }
  }
}
