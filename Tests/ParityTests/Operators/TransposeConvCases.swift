import TFLiteSchema

extension ParityRow {
  static let transposeConv = [
    ParityRow("TRANSPOSE_CONV", "float32") { $0.floatTransposeConv(.float) },
    ParityRow("TRANSPOSE_CONV", "hybrid int8") { $0.floatTransposeConv(.hybrid(.int8, isPerChannel: true)) },
    ParityRow("TRANSPOSE_CONV", "uint8") { $0.transposeConv(.uint8, isPerChannel: false) },
    ParityRow("TRANSPOSE_CONV", "int8 per tensor") { $0.transposeConv(.int8, isPerChannel: false) },
    ParityRow("TRANSPOSE_CONV", "int8 per channel") { $0.transposeConv(.int8, isPerChannel: true) },
  ]
}

/// The sizes of a transposed convolution.
private struct TransposedWindow {
  var input: [Int]
  var filter: [Int]
  var output: [Int]
  var strides: (height: Int, width: Int)
  var padding: Padding
}

extension SplitMix64 {
  private mutating func transposedWindow() -> TransposedWindow {
    let (batch, height, width) = (chance(0.7) ? 1 : 2, int(1...7), int(1...7))
    let (filterHeight, filterWidth) = (int(1...5), int(1...5))
    let strides = (height: int(1...3), width: int(1...3))
    let padding: Padding = chance(0.5) ? .same : .valid
    let (inputChannels, outputChannels) = (pick(awkwardSizes), int(1...9))
    // Several output sizes lead back to one input size.
    func size(_ input: Int, _ filter: Int, _ stride: Int, _ extra: Int) -> Int {
      padding == .same ? input * stride - extra : (input - 1) * stride + filter + extra
    }
    return TransposedWindow(
      input: [batch, height, width, inputChannels],
      filter: [outputChannels, filterHeight, filterWidth, inputChannels],
      output: [
        batch, size(height, filterHeight, strides.height, int(0...strides.height - 1)),
        size(width, filterWidth, strides.width, int(0...strides.width - 1)), outputChannels,
      ], strides: strides, padding: padding)
  }

  private mutating func transposeConv(
    _ window: TransposedWindow, input: TensorSketch, weights: TensorSketch, bias: TensorSketch?, output: TensorSketch,
    activation: ActivationFunctionType
  ) -> OperatorCase {
    let sizes = parameters(window.output)
    var made = OperatorCase(
      code: .transposeConv, version: 4,
      options: TransposeConvOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strides.height)
        $0.strideW = Int32(window.strides.width)
        $0.fusedActivationFunction = activation
      },
      inputs: [sizes, weights, input] + (bias.map { [$0] } ?? []), outputs: [output], activation: activation)
    if chance(0.04), var misfit = made.inputs[1] {  // Weights for other input channels.
      misfit.shape[3] += 1
      misfit.bytes = [UInt8](repeating: 0, count: misfit.elementCount * (misfit.type == .float32 ? 4 : 1))
      made.inputs[1] = misfit
    }
    return made
  }

  fileprivate mutating func floatTransposeConv(_ kind: FloatWeightKind) -> OperatorCase {
    let window = transposedWindow()
    let activation = activation()
    return transposeConv(
      window, input: floatOperand(window.input, deviation: 2),
      weights: weights(kind, window.filter, channelDimension: 0, taps: window.input[3] * 4),
      bias: floatBias(window.filter[0], deviation: 1, share: 0.6), output: .float(window.output),
      activation: activation)
  }

  fileprivate mutating func transposeConv(_ kind: Quantized8, isPerChannel: Bool) -> OperatorCase {
    let window = transposedWindow()
    let input = operand(kind, window.input)
    let activation = activation()
    let sum = weightedSum(
      of: input, kind,
      WeightLayout(
        shape: window.filter, channelDimension: 0, taps: window.filter.dropFirst().reduce(1, *),
        isPerChannel: isPerChannel, isSymmetric: kind == .int8),
      activation: activation, biasShare: 0.6)
    return transposeConv(
      window, input: input, weights: sum.weights, bias: sum.bias, output: .quantized(kind, window.output, sum.output),
      activation: activation)
  }
}
