import TFLiteSchema
import TestRandomness

/// How a window moves over images, with at least one output position.
struct RandomWindow {
  let height: Int
  let width: Int
  let kernelHeight: Int
  let kernelWidth: Int
  let strideHeight: Int
  let strideWidth: Int
  let dilationHeight: Int
  let dilationWidth: Int
  let padding: Padding

  func conv2D(_ activation: ActivationFunctionType) -> Conv2DOptions {
    Conv2DOptions {
      $0.padding = padding
      $0.strideH = Int32(strideHeight)
      $0.strideW = Int32(strideWidth)
      $0.dilationHFactor = Int32(dilationHeight)
      $0.dilationWFactor = Int32(dilationWidth)
      $0.fusedActivationFunction = activation
    }
  }

  func depthwiseConv2D(_ activation: ActivationFunctionType, multiplier: Int) -> DepthwiseConv2DOptions {
    DepthwiseConv2DOptions {
      $0.padding = padding
      $0.strideH = Int32(strideHeight)
      $0.strideW = Int32(strideWidth)
      $0.dilationHFactor = Int32(dilationHeight)
      $0.dilationWFactor = Int32(dilationWidth)
      $0.depthMultiplier = Int32(multiplier)
      $0.fusedActivationFunction = activation
    }
  }
}

/// The type and scales of a convolution's operands.
enum WeightQuantization: String, CaseIterable, Sendable {
  case uint8
  case int8
  case int8PerChannel

  var type: TensorType { self == .uint8 ? .uint8 : .int8 }
}

/// The sizes of a transposed convolution.
struct RandomTransposedWindow {
  let input: [Int]
  let filter: [Int]
  let output: [Int]
  let stride: (height: Int, width: Int)
  let padding: Padding

  /// About how many products there are in a sum.
  var depth: Int {
    max(1, filter[1] / stride.height) * max(1, filter[2] / stride.width) * filter[3]
  }

  /// The operator's first input.
  var outputShape: RandomTensor {
    RandomTensor(
      type: .int32, shape: [4], bytes: output.map(Int32.init).withUnsafeBytes { Array($0) }, isConstant: true)
  }

  func options(_ activation: ActivationFunctionType) -> TransposeConvOptions {
    TransposeConvOptions {
      $0.padding = padding
      $0.strideH = Int32(stride.height)
      $0.strideW = Int32(stride.width)
      $0.fusedActivationFunction = activation
    }
  }
}

extension SeededGenerator {
  mutating func transposedWindow() -> RandomTransposedWindow {
    let (height, width, kernel) = (int(1...6), int(1...6), (int(1...4), int(1...4)))
    let stride = (height: int(1...3), width: int(1...3))
    let (inputChannels, outputChannels) = oneIn(2) ? (channels(), int(1...20)) : (int(1...20), channels())
    let padding: Padding = oneIn(2) ? .same : .valid
    // Now and then outputs that nothing reaches.
    let extra = oneIn(10) ? int(1...6) : 0
    func size(_ input: Int, _ kernel: Int, _ stride: Int) -> Int {
      let remainder = int(0...stride - 1)
      return extra + (padding == .same ? input * stride - remainder : (input - 1) * stride + kernel + remainder)
    }
    let batches = oneIn(4) ? 2 : 1
    return RandomTransposedWindow(
      input: [batches, height, width, inputChannels], filter: [outputChannels, kernel.0, kernel.1, inputChannels],
      output: [batches, size(height, kernel.0, stride.height), size(width, kernel.1, stride.width), outputChannels],
      stride: stride, padding: padding)
  }

  mutating func window(largestKernel: Int = 5, isDilated: Bool = true) -> RandomWindow {
    let isPointwise = oneIn(3)
    let (kernelHeight, kernelWidth) = isPointwise ? (1, 1) : (int(1...largestKernel), int(1...largestKernel))
    let (dilationHeight, dilationWidth) = isDilated && oneIn(4) ? (int(1...3), int(1...3)) : (1, 1)
    let padding: Padding = oneIn(2) ? .same : .valid
    // Without padding, the window must fit.
    let smallest = { (kernel: Int, dilation: Int) in padding == .same ? 1 : (kernel - 1) * dilation + 1 }
    let least = (smallest(kernelHeight, dilationHeight), smallest(kernelWidth, dilationWidth))
    return RandomWindow(
      height: int(least.0...least.0 + 8), width: int(least.1...least.1 + 12), kernelHeight: kernelHeight,
      kernelWidth: kernelWidth, strideHeight: int(1...3), strideWidth: int(1...3), dilationHeight: dilationHeight,
      dilationWidth: dilationWidth, padding: padding)
  }

  /// 1 to 200, small numbers more often.
  mutating func channels() -> Int { oneIn(2) ? int(1...40) : int(1...200) }

  mutating func activation() -> ActivationFunctionType { pick([.none, .none, .relu, .relu6, .reluN1To1]) }

  /// Weights, bias and an output whose scale spreads most sums over its range.
  ///
  /// - Parameters:
  ///   - shape: the shape of the weights.
  ///   - channelAxis: the dimension of the weights that counts output channels.
  ///   - depth: the number of products in a sum.
  mutating func weights(
    _ quantization: WeightQuantization, _ shape: [Int], channelAxis: Int, depth: Int, input: RandomTensor,
    activation: ActivationFunctionType
  ) -> (filter: RandomTensor, bias: RandomTensor?, output: RandomTensor) {
    let channels = shape[channelAxis]
    var filter = quantized(quantization.type, shape, scale: float(0.002...0.02))
    filter.isConstant = !oneIn(20)
    if quantization != .uint8 { filter.zeroPoints = [0] }
    if quantization == .int8PerChannel {
      filter.scales = (0..<channels).map { _ in float(0.002...0.02) }
      filter.zeroPoints = Array(repeating: 0, count: channels)
      filter.quantizedDimension = Int32(channelAxis)
    }
    // Some layers have few large weights, as trained ones do: they need no more than the product of bytes.
    if oneIn(2) {
      let center = filter.zeroPoints[0]
      filter.bytes = filter.bytes.map { byte in
        UInt8(truncatingIfNeeded: center + Int64(Int8(bitPattern: byte)) / 2 - (center > 128 ? 20 : 0))
      }
    }
    let product = input.scales[0] * filter.scales[0]
    let deviation = Float(depth).squareRoot() * 75 * 75
    let bias = oneIn(5) ? nil : biasTensor(channels, Int(deviation), scale: product)
    let levels: Float = activation == .relu6 ? 100 : 60
    var output = quantized(quantization.type, [], scale: product * deviation / levels * float(0.5...2))
    if activation == .relu || activation == .relu6, oneIn(2) { output.zeroPoints = [quantization == .uint8 ? 0 : -128] }
    return (filter, bias, output)
  }

  private mutating func biasTensor(_ channels: Int, _ deviation: Int, scale: Float) -> RandomTensor {
    let values = (0..<channels).map { _ in Int32(clamping: int(-deviation...deviation)) }
    return RandomTensor(
      type: .int32, shape: [channels], scales: [scale], zeroPoints: [0], bytes: values.withUnsafeBytes { Array($0) },
      isConstant: !oneIn(20))
  }
}
