import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// Convolutions of float32 activations, with weights of float32 and of 8 bits, give the same bits with vector and plain
/// loops.
@Suite struct FloatConvolutionEqualityTests {
  /// The type of the weights.
  enum Weights: String, CaseIterable {
    case float32
    case int8
    case int8PerChannel
  }

  @Test(arguments: Weights.allCases, Numerics.ofFloats)
  func convolution(weights: Weights, numerics: Numerics) throws {
    try VectorEquality("CONV_2D float \(weights) \(numerics)", numerics: numerics).check { $0.floatConv2D(weights) }
  }

  @Test(arguments: Weights.allCases, Numerics.ofFloats)
  func depthwiseConvolution(weights: Weights, numerics: Numerics) throws {
    try VectorEquality("DEPTHWISE_CONV_2D float \(weights) \(numerics)", numerics: numerics).check {
      $0.floatDepthwiseConv2D(weights)
    }
  }

  @Test(arguments: Weights.allCases, Numerics.ofFloats)
  func fullyConnected(weights: Weights, numerics: Numerics) throws {
    try VectorEquality("FULLY_CONNECTED float \(weights) \(numerics)", numerics: numerics).check {
      $0.floatFullyConnected(weights)
    }
  }

  @Test(arguments: Numerics.ofFloats)
  func transposedConvolution(numerics: Numerics) throws {
    try VectorEquality("TRANSPOSE_CONV float \(numerics)", numerics: numerics).check {
      $0.floatTransposeConv(.float32)
    }
  }

  @Test func transposedConvolutionThatBeginsWithItsBias() throws {
    try VectorEquality("Convolution2DTransposeBias", numerics: .reference).check { $0.transposeConvBias() }
  }
}

extension SeededGenerator {
  private mutating func filter(
    _ weights: FloatConvolutionEqualityTests.Weights, _ shape: [Int], channelAxis: Int
  ) -> RandomTensor {
    var filter: RandomTensor
    switch weights {
    case .float32: filter = floats(shape, -1...1)
    case .int8, .int8PerChannel:
      filter = quantized(.int8, shape, scale: float(0.002...0.02))
      filter.zeroPoints = [0]
    }
    if weights == .int8PerChannel {
      filter.scales = (0..<shape[channelAxis]).map { _ in float(0.002...0.02) }
      filter.zeroPoints = Array(repeating: 0, count: shape[channelAxis])
      filter.quantizedDimension = Int32(channelAxis)
    }
    filter.isConstant = !oneIn(20)
    return filter
  }

  private mutating func bias(_ channels: Int) -> RandomTensor? {
    if oneIn(5) { return nil }
    var bias = floats([channels], -5...5)
    bias.isConstant = !oneIn(20)
    return bias
  }

  private mutating func floatInput(_ shape: [Int]) -> RandomTensor {
    var input = floats(shape)
    input.isConstant = oneIn(40)
    return input
  }

  fileprivate mutating func floatConv2D(_ weights: FloatConvolutionEqualityTests.Weights) -> RandomOperator {
    let window = window()
    let groups = oneIn(5) ? int(2...4) : 1
    let taps = window.kernelHeight * window.kernelWidth
    let groupChannels = groups > 1 ? int(1...20) : taps == 1 ? channels() : int(1...12)
    let outputChannels = groups > 1 ? groups * int(1...20) : channels()
    return RandomOperator(
      code: .conv2D, options: window.conv2D(activation()),
      inputs: [
        floatInput([oneIn(4) ? int(2...3) : 1, window.height, window.width, groups * groupChannels]),
        filter(
          weights, [outputChannels, window.kernelHeight, window.kernelWidth, groupChannels], channelAxis: 0),
        bias(outputChannels),
      ], outputs: [RandomTensor(type: .float32, shape: [])])
  }

  fileprivate mutating func floatDepthwiseConv2D(_ weights: FloatConvolutionEqualityTests.Weights) -> RandomOperator {
    let window = window()
    let multiplier = oneIn(4) ? int(2...4) : 1
    let inputChannels = multiplier > 1 ? int(1...50) : channels()
    return RandomOperator(
      code: .depthwiseConv2D, options: window.depthwiseConv2D(activation(), multiplier: multiplier),
      inputs: [
        floatInput([oneIn(4) ? int(2...3) : 1, window.height, window.width, inputChannels]),
        filter(
          weights, [1, window.kernelHeight, window.kernelWidth, inputChannels * multiplier], channelAxis: 3),
        bias(inputChannels * multiplier),
      ], outputs: [RandomTensor(type: .float32, shape: [])])
  }

  fileprivate mutating func floatFullyConnected(_ weights: FloatConvolutionEqualityTests.Weights) -> RandomOperator {
    let (rows, depth, units) = (oneIn(2) ? 1 : int(1...30), int(1...200), channels())
    let (activation, isAsymmetric) = (activation(), oneIn(2))
    return RandomOperator(
      code: .fullyConnected,
      options: FullyConnectedOptions {
        $0.fusedActivationFunction = activation
        $0.asymmetricQuantizeInputs = isAsymmetric
      },
      inputs: [floatInput([rows, depth]), filter(weights, [units, depth], channelAxis: 0), bias(units)],
      outputs: [RandomTensor(type: .float32, shape: [])])
  }

  fileprivate mutating func transposeConvBias() -> RandomOperator {
    let input = [oneIn(4) ? 2 : 1, int(1...9), int(1...9), channels()]
    let filter = [channels(), int(1...5), int(1...5), input[3]]
    let fields: [Int32] = [Int32(int(1...2)), Int32(int(1...4)), Int32(int(1...4))]
    return RandomOperator(
      code: .custom, customCode: "Convolution2DTransposeBias",
      customOptions: fields.flatMap { field in withUnsafeBytes(of: field) { Array($0) } },
      inputs: [floatInput(input), floats(filter, -1...1), floats([filter[0]])],
      outputs: [RandomTensor(type: .float32, shape: [])])
  }

  fileprivate mutating func floatTransposeConv(_ weights: FloatConvolutionEqualityTests.Weights) -> RandomOperator {
    let window = transposedWindow()
    let filter = filter(weights, window.filter, channelAxis: 0)
    return RandomOperator(
      code: .transposeConv, options: window.options(activation()),
      inputs: [window.outputShape, filter, floatInput(window.input), bias(window.filter[0])],
      outputs: [RandomTensor(type: .float32, shape: [])])
  }
}
