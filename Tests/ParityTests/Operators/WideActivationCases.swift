import TFLiteSchema

extension ParityRow {
  /// Operators on 16-bit activations that have 8-bit weights, or a table for fewer bits.
  static let wideActivations = [
    ParityRow("CONV_2D", "int16 with int8") { $0.wideConv2D() },
    ParityRow("CONV_2D", "int16 with int4") { $0.wideConv2D(packedType: .int4) },
    ParityRow("TRANSPOSE_CONV", "int16 with int8") { $0.wideTransposeConv() },
    ParityRow("BATCH_MATMUL", "int16") { $0.wideBatchMatMul(.int16) },
    ParityRow("BATCH_MATMUL", "int16 with int8") { $0.wideBatchMatMul(.int8) },
    ParityRow("LEAKY_RELU", "int16") { $0.wideLeakyRelu() },
    ParityRow("DEPTHWISE_CONV_2D", "int16 with int8") { $0.wideDepthwiseConv2D() },
    ParityRow("FULLY_CONNECTED", "int16 with int8") { $0.wideFullyConnected(.int8) },
    ParityRow("FULLY_CONNECTED", "int16 with int4") { $0.wideFullyConnected(.int4) },
    ParityRow("FULLY_CONNECTED", "int16 with int2") { $0.wideFullyConnected(.int2) },
    ParityRow("FULLY_CONNECTED", "int16 with int16") { $0.wideFullyConnected(.int16) },
    ParityRow("FULLY_CONNECTED", "uint8 to int16") { $0.wideningFullyConnected() },
    ParityRow("LOGISTIC", "int16") { $0.wideSigmoid(.logistic) },
    ParityRow("TANH", "int16") { $0.wideSigmoid(.tanh) },
    ParityRow("RELU", "int16") { $0.wideFunction(.relu) },
    ParityRow("RELU6", "int16") { $0.wideFunction(.relu6) },
    ParityRow("GELU", "int16") { $0.wideFunction(.gelu) },
    ParityRow("SOFTMAX", "int16") { $0.wideSoftmax() },
    ParityRow("AVERAGE_POOL_2D", "int16") { $0.widePool2D(.averagePool2D) },
    ParityRow("MAX_POOL_2D", "int16") { $0.widePool2D(.maxPool2D) },
  ]
}

/// Weights, a bias and the scale of the output that suit 16-bit activations.
private struct WideWeights {
  var weights: TensorSketch
  var bias: TensorSketch
  /// What the options say of the bias.
  var biasOption: TensorType
  var outputScale: Float
}

extension SplitMix64 {
  private mutating func wideInput(_ shape: [Int]) -> TensorSketch {
    let reach = pick([300, 8000, 32767])
    return operand16(shape, scale: logUniform(1e-5...1e-3), -reach...reach)
  }

  /// - Parameter taps: the number of products that make one sum.
  private mutating func wideWeights(
    _ shape: [Int], taps: Int, input: TensorSketch, packedType: TensorType? = nil
  ) -> WideWeights {
    let channels = shape[0]
    let isPerChannel = chance(0.6) && channels > 1
    let scale = logUniform(0.001...0.1)
    let scales = isPerChannel ? (0..<channels).map { _ in scale * logUniform(0.5...2) } : [scale]
    // A bias of 32 bits asks for sums of 32 bits, which few products fill.
    let isNarrow = chance(0.4)
    let biases = (0..<channels).map { _ in int(-200_000...200_000) }
    let type: TensorType = isNarrow ? .int32 : .int64
    let weightReach: Float = packedType == nil ? 60 : 4
    let deviation = Float(taps).squareRoot() * weightReach * Float(wideReach(input)) + 200_000
    return WideWeights(
      weights: TensorSketch(
        type: .int8, shape: shape, scales: scales, zeroPoints: scales.map { _ in 0 },
        bytes: (0..<shape.elementCount).map { _ in UInt8(truncatingIfNeeded: int(-127...127)) }
          .narrowed(to: packedType ?? .int8), isConstant: true
      ).packed(as: packedType),
      bias: TensorSketch(
        type: type, shape: [channels], scales: scales.map { $0 * input.scales[0] }, zeroPoints: scales.map { _ in 0 },
        bytes: biases.flatMap { isNarrow ? littleEndianBytes(Int32($0)) : littleEndianBytes(Int64($0)) },
        isConstant: true),
      biasOption: isNarrow ? .int32 : chance(0.5) ? .int64 : .float32,
      outputScale: deviation * scale * input.scales[0] / 8000 * logUniform(0.3...4))
  }

  /// The usual magnitude of stored values.
  private func wideReach(_ tensor: TensorSketch) -> Int {
    let values = stride(from: 0, to: tensor.bytes.count - 1, by: 2).map { index in
      abs(Int(Int16(truncatingIfNeeded: Int(tensor.bytes[index]) | Int(tensor.bytes[index + 1]) << 8)))
    }
    return values.isEmpty ? 1 : max(1, values.reduce(0, +) / values.count)
  }

  fileprivate mutating func wideConv2D(packedType: TensorType? = nil) -> OperatorCase {
    let window = window2D(isDilated: true)
    let groups = chance(0.2) ? int(2...3) : 1
    let inputChannels = groups == 1 ? pick(awkwardSizes) : groups * int(1...4)
    let outputChannels = groups == 1 ? pick(awkwardSizes) : groups * int(1...4)
    let input = wideInput(window.inputShape(channels: inputChannels))
    let shape = [outputChannels, window.filterHeight, window.filterWidth, inputChannels / groups]
    let weights = wideWeights(
      shape, taps: shape.dropFirst().elementCount, input: input, packedType: packedType)
    let activation = activation()
    return OperatorCase(
      code: .conv2D, version: 8,
      options: Conv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.fusedActivationFunction = activation
        $0.quantizedBiasType = weights.biasOption
      },
      inputs: [input, weights.weights, weights.bias],
      outputs: [.result16(window.outputShape(channels: outputChannels), scale: weights.outputScale)],
      activation: activation)
  }

  fileprivate mutating func wideDepthwiseConv2D() -> OperatorCase {
    let window = window2D(isDilated: true)
    let (inputChannels, multiplier) = (pick(awkwardSizes), chance(0.5) ? 1 : int(2...4))
    let outputChannels = inputChannels * multiplier
    let input = wideInput(window.inputShape(channels: inputChannels))
    // The last dimension counts channels here.
    var weights = wideWeights(
      [outputChannels, 1, window.filterHeight, window.filterWidth], taps: window.filterHeight * window.filterWidth,
      input: input)
    weights.weights.shape = [1, window.filterHeight, window.filterWidth, outputChannels]
    weights.weights.quantizedDimension = 3
    if weights.bias.type == .int32, !chance(0.1) { weights.bias = weights.bias.widened }
    let activation = activation()
    return OperatorCase(
      code: .depthwiseConv2D, version: 5,
      options: DepthwiseConv2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.dilationHFactor = Int32(window.dilationHeight)
        $0.dilationWFactor = Int32(window.dilationWidth)
        $0.depthMultiplier = Int32(multiplier)
        $0.fusedActivationFunction = activation
      },
      inputs: [input, weights.weights] + (chance(0.8) ? [weights.bias] : []),
      outputs: [.result16(window.outputShape(channels: outputChannels), scale: weights.outputScale)],
      activation: activation)
  }

  fileprivate mutating func wideFullyConnected(_ type: TensorType) -> OperatorCase {
    let (depth, units) = (pick(awkwardSizes + [65, 127]), pick(awkwardSizes + [47]))
    let keepsDimensions = chance(0.4)
    let batch = shape(rank: int(1...3), limit: 60)
    let input = wideInput(batch + [depth])
    var weights = wideWeights(
      [units, depth], taps: depth, input: input, packedType: type == .int4 || type == .int2 ? type : nil)
    if type == .int16 {
      weights.weights.type = .int16
      weights.weights.bytes = (0..<units * depth).flatMap { _ in littleEndianBytes(Int16(int(-15000...15000))) }
      weights.outputScale *= 128
    }
    // Without the option, the C library reads the bias as if it had one certain type.
    if weights.biasOption == .float32 {
      if type == .int16 { weights.biasOption = .int64 }
    } else if type == .int16, weights.biasOption == .int32, chance(0.5) {
      weights.biasOption = .float32
    }
    let hasBias = chance(0.8)
    let activation = activation()
    return OperatorCase(
      code: .fullyConnected, version: 11,
      options: FullyConnectedOptions {
        $0.keepNumDims = keepsDimensions
        $0.fusedActivationFunction = activation
        $0.quantizedBiasType = weights.biasOption
      },
      inputs: [input, weights.weights] + (hasBias ? [weights.bias] : chance(0.5) ? [nil] : []),
      outputs: [
        .result16(
          keepsDimensions ? batch + [units] : [batch.reduce(1, *), units], scale: weights.outputScale)
      ], activation: activation)
  }

  /// The C library reads a bias even where there is none.
  fileprivate mutating func wideningFullyConnected() -> OperatorCase {
    let (depth, units, rows) = (pick(awkwardSizes), pick(awkwardSizes), int(1...9))
    let input = operand(.uint8, [rows, depth], scales: 0.002...0.1)
    var weights = operand(.uint8, [units, depth], scales: 0.002...0.1)
    weights.isConstant = true
    let scale = input.scales[0] * weights.scales[0]
    let bias = TensorSketch(
      type: .int32, shape: [units], scales: [scale], zeroPoints: [0],
      bytes: (0..<units).flatMap { _ in littleEndianBytes(Int32(int(-5000...5000))) }, isConstant: true)
    let activation = activation()
    return OperatorCase(
      code: .fullyConnected, version: 4,
      options: FullyConnectedOptions { $0.fusedActivationFunction = activation }, inputs: [input, weights, bias],
      outputs: [
        .result16([rows, units], scale: scale * Float(depth).squareRoot() * 6000 / 8000 * logUniform(0.3...4))
      ], activation: activation)
  }

  fileprivate mutating func wideSigmoid(_ code: BuiltinOperator) -> OperatorCase {
    let shape = elementwiseShape()
    // Powers of two are special, some of them, and so is what is near one.
    let scale =
      chance(0.5)
      ? Float(sign: .plus, exponent: -int(9...15), significand: pick([1, 1, 1, 1.0004, 1.01])) : logUniform(1e-5...3e-3)
    return OperatorCase(
      code: code, version: 3, inputs: [operand16(shape, scale: scale)],
      outputs: [.result16(shape, scale: chance(0.05) ? 1 / 16384 : 1 / 32768)])
  }

  fileprivate mutating func wideFunction(_ code: BuiltinOperator) -> OperatorCase {
    let shape = elementwiseShape()
    let input = operand16(shape, scale: logUniform(2e-5...3e-3))
    let isApproximate = chance(0.5)
    return OperatorCase(
      code: code, version: code == .gelu ? 2 : 3,
      options: code == .gelu ? GeluOptions { $0.approximate = isApproximate } : nil, inputs: [input],
      outputs: [.result16(shape, scale: input.scales[0] * logUniform(0.4...2))])
  }

  fileprivate mutating func wideSoftmax() -> OperatorCase {
    let depth = chance(0.1) ? int(91...400) : pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17])
    let shape = shape(rank: int(0...3), limit: 60) + [depth]
    let beta = chance(0.6) ? 1 : logUniform(0.1...3)
    let scale: Float = 1 / 32768 * (chance(0.1) ? 1.0005 : chance(0.05) ? 2 : 1)
    return OperatorCase(
      code: .softmax, version: 3, options: SoftmaxOptions { $0.beta = beta },
      inputs: [operand16(shape, scale: logUniform(1e-5...1e-3))], outputs: [.result16(shape, scale: scale)])
  }

  fileprivate mutating func widePool2D(_ code: BuiltinOperator) -> OperatorCase {
    let window = window2D(isDilated: false)
    let channels = int(1...9)
    let activation = activation()
    let scale = logUniform(2e-5...1e-3)
    return OperatorCase(
      code: code, version: 3,
      options: Pool2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.filterHeight = Int32(window.filterHeight)
        $0.filterWidth = Int32(window.filterWidth)
        $0.fusedActivationFunction = activation
      },
      inputs: [operand16(window.inputShape(channels: channels), scale: scale)],
      outputs: [.result16(window.outputShape(channels: channels), scale: scale)], activation: activation)
  }

  fileprivate mutating func wideTransposeConv() -> OperatorCase {
    let (height, width) = (int(1...6), int(1...6))
    let (filterHeight, filterWidth) = (int(1...4), int(1...4))
    let strides = (height: int(1...3), width: int(1...3))
    let (inputChannels, outputChannels) = (pick(awkwardSizes), int(1...9))
    let isSame = chance(0.5)
    func size(_ input: Int, _ filter: Int, _ stride: Int) -> Int {
      isSame ? input * stride : (input - 1) * stride + filter
    }
    let output = [
      1, size(height, filterHeight, strides.height), size(width, filterWidth, strides.width), outputChannels,
    ]
    let input = wideInput([1, height, width, inputChannels])
    let weights = wideWeights(
      [outputChannels, filterHeight, filterWidth, inputChannels], taps: 4 * inputChannels, input: input)
    let hasBias = chance(0.7)
    return OperatorCase(
      code: .transposeConv, version: 5,
      options: TransposeConvOptions {
        $0.padding = isSame ? .same : .valid
        $0.strideH = Int32(strides.height)
        $0.strideW = Int32(strides.width)
        $0.quantizedBiasType = weights.biasOption
      },
      inputs: [parameters(output), weights.weights, input] + (hasBias ? [weights.bias] : []),
      outputs: [.result16(output, scale: weights.outputScale)])
  }

  fileprivate mutating func wideBatchMatMul(_ right: TensorType) -> OperatorCase {
    let (rows, depth, columns) = (pick(awkwardSizes), pick(awkwardSizes), pick(awkwardSizes))
    let leading = (0..<int(0...2)).map { _ in int(1...3) }
    let (isLeftTransposed, isRightTransposed) = (chance(0.4), chance(0.4))
    let left = wideInput(leading + (isLeftTransposed ? [depth, rows] : [rows, depth]))
    let rightShape = leading + (isRightTransposed ? [columns, depth] : [depth, columns])
    var other: TensorSketch
    if right == .int16 {
      other = wideInput(rightShape)
    } else {
      other = hybridWeights(rightShape, channelDimension: nil)
      other.isConstant = chance(0.5)
    }
    let reach = Float(wideReach(left)) * (right == .int16 ? Float(wideReach(other)) : 64)
    let scale = Float(depth).squareRoot() * reach * left.scales[0] * other.scales[0] / 8000 * logUniform(0.3...4)
    return OperatorCase(
      code: .batchMatMul, version: 3,
      options: BatchMatMulOptions {
        $0.adjX = isLeftTransposed
        $0.adjY = isRightTransposed
      }, inputs: [left, other], outputs: [.result16(leading + [rows, columns], scale: scale)])
  }

  fileprivate mutating func wideLeakyRelu() -> OperatorCase {
    let shape = elementwiseShape()
    let input = operand16(shape, scale: logUniform(1e-5...1e-2))
    let alpha = pick([0.1, 0.2, 0.01, 1.5, -0.3, uniform(0...1)])
    return OperatorCase(
      code: .leakyRelu, version: 2, options: LeakyReluOptions { $0.alpha = alpha }, inputs: [input],
      outputs: [.result16(shape, scale: input.scales[0] * logUniform(0.4...3))])
  }
}

extension TensorSketch {
  /// int32 values as int64 ones.
  fileprivate var widened: TensorSketch {
    var sketch = self
    sketch.type = .int64
    sketch.bytes = stride(from: 0, to: bytes.count, by: 4).flatMap { start in
      let value = bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return littleEndianBytes(Int64(Int32(bitPattern: value)))
    }
    return sketch
  }
}
