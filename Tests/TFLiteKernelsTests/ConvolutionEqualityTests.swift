import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// Convolutions give the same bits with vector and plain loops.
@Suite struct ConvolutionEqualityTests {
  @Test(arguments: WeightQuantization.allCases, Numerics.allCases)
  func convolution(quantization: WeightQuantization, numerics: Numerics) throws {
    try VectorEquality("CONV_2D \(quantization) \(numerics)", numerics: numerics).check { $0.conv2D(quantization) }
  }

  @Test(arguments: WeightQuantization.allCases, Numerics.allCases)
  func depthwiseConvolution(quantization: WeightQuantization, numerics: Numerics) throws {
    try VectorEquality("DEPTHWISE_CONV_2D \(quantization) \(numerics)", numerics: numerics).check {
      $0.depthwiseConv2D(quantization)
    }
  }
}

extension SeededGenerator {
  mutating func conv2D(_ quantization: WeightQuantization) -> RandomOperator {
    let window = window()
    let groups = oneIn(5) ? int(2...4) : 1
    let taps = window.kernelHeight * window.kernelWidth
    let groupChannels = groups > 1 ? int(1...40) : taps == 1 ? channels() : int(1...30)
    let outputChannels = groups > 1 ? groups * int(1...40) : channels()
    var input = quantized(
      quantization.type, [oneIn(4) ? int(2...3) : 1, window.height, window.width, groups * groupChannels])
    input.isConstant = oneIn(40)
    let activation = activation()
    let sum = weights(
      quantization, [outputChannels, window.kernelHeight, window.kernelWidth, groupChannels], channelAxis: 0,
      depth: taps * groupChannels, input: input, activation: activation)
    return RandomOperator(
      code: .conv2D,
      options: Conv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.fusedActivationFunction = activation
      }, inputs: [input, sum.filter, sum.bias], outputs: [sum.output])
  }

  mutating func depthwiseConv2D(_ quantization: WeightQuantization) -> RandomOperator {
    let window = window()
    let multiplier = oneIn(4) ? int(2...4) : 1
    let inputChannels = multiplier > 1 ? int(1...50) : channels()
    var input = quantized(
      quantization.type, [oneIn(4) ? int(2...3) : 1, window.height, window.width, inputChannels])
    input.isConstant = oneIn(40)
    let activation = activation()
    let sum = weights(
      quantization, [1, window.kernelHeight, window.kernelWidth, inputChannels * multiplier], channelAxis: 3,
      depth: window.kernelHeight * window.kernelWidth, input: input, activation: activation)
    return RandomOperator(
      code: .depthwiseConv2D,
      options: DepthwiseConv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.depthMultiplier = Int32(multiplier)
        $0.fusedActivationFunction = activation
      }, inputs: [input, sum.filter, sum.bias], outputs: [sum.output])
  }
}
