/// The specification of Convolution2DTransposeBias: sums begin with the bias; input pixels one after the other, and of
/// each its channels, are scattered over the output.
///
/// Source: `mediapipe/util/tflite/operations/transpose_conv_bias.cc`, TransposeConvBias.
extension Convolution2DTransposeBias {
  func runReference(_ call: OperatorCall) {
    let (input, filter) = (call.input(0, as: Float.self), call.input(1, as: Float.self))
    let output = call.output(0, as: Float.self)
    beginWithBias(call)
    shape.forEachProduct(call.workers) { value, weight, _, sum in output[sum] += input[value] * filter[weight] }
  }

  func beginWithBias(_ call: OperatorCall) {
    let (bias, output) = (call.input(2, as: Float.self), call.output(0, as: Float.self))
    let pixels = 0..<shape.batches * shape.outputHeight * shape.outputWidth
    call.forEachPart(of: pixels, stepsPerElement: shape.outputChannels) { part in
      for pixel in part {
        for channel in 0..<shape.outputChannels { output[pixel * shape.outputChannels + channel] = bias[channel] }
      }
    }
  }
}
