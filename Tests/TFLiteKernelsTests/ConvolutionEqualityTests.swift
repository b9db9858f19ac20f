import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// Convolutions give the same bits with vector and plain loops.
@Suite struct ConvolutionEqualityTests {
  @Test(arguments: WeightQuantization.allCases, Numerics.distinct)
  func convolution(quantization: WeightQuantization, numerics: Numerics) throws {
    try VectorEquality("CONV_2D \(quantization) \(numerics)", numerics: numerics).check { $0.conv2D(quantization) }
  }

  @Test(arguments: WeightQuantization.allCases, Numerics.distinct)
  func depthwiseConvolution(quantization: WeightQuantization, numerics: Numerics) throws {
    try VectorEquality("DEPTHWISE_CONV_2D \(quantization) \(numerics)", numerics: numerics).check {
      $0.depthwiseConv2D(quantization)
    }
  }

  @Test(arguments: WeightQuantization.allCases, Numerics.distinct)
  func fullyConnected(quantization: WeightQuantization, numerics: Numerics) throws {
    try VectorEquality("FULLY_CONNECTED \(quantization) \(numerics)", numerics: numerics).check {
      $0.fullyConnected(quantization)
    }
  }

  @Test(arguments: WeightQuantization.allCases, Numerics.distinct)
  func transposedConvolution(quantization: WeightQuantization, numerics: Numerics) throws {
    try VectorEquality("TRANSPOSE_CONV \(quantization) \(numerics)", numerics: numerics).check {
      $0.transposeConv(quantization)
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
      code: .conv2D, options: window.conv2D(activation), inputs: [input, sum.filter, sum.bias], outputs: [sum.output])
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
      code: .depthwiseConv2D, options: window.depthwiseConv2D(activation, multiplier: multiplier),
      inputs: [input, sum.filter, sum.bias], outputs: [sum.output])
  }

  mutating func fullyConnected(_ quantization: WeightQuantization) -> RandomOperator {
    let (rows, depth, units) = (oneIn(2) ? 1 : int(1...40), oneIn(10) ? int(1...2000) : int(1...200), channels())
    var input = quantized(quantization.type, [rows, depth])
    input.isConstant = oneIn(40)
    let activation = activation()
    let sum = weights(
      quantization, [units, depth], channelAxis: 0, depth: depth, input: input, activation: activation)
    return RandomOperator(
      code: .fullyConnected, options: FullyConnectedOptions { $0.fusedActivationFunction = activation },
      inputs: [input, sum.filter, sum.bias], outputs: [sum.output])
  }

  mutating func transposeConv(_ quantization: WeightQuantization) -> RandomOperator {
    let window = transposedWindow()
    var input = quantized(quantization.type, window.input)
    input.isConstant = oneIn(40)
    let activation = activation()
    let sum = weights(
      quantization, window.filter, channelAxis: 0, depth: window.depth, input: input, activation: activation)
    return RandomOperator(
      code: .transposeConv, options: window.options(activation),
      inputs: [window.outputShape, sum.filter, input, sum.bias], outputs: [sum.output])
  }
}
