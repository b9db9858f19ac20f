import TFLiteSchema

/// TRANSPOSE_CONV: every input pixel adds its products with a filter to a window of the output.
///
/// Inputs: output shape (four int32), filter [output channels, height, width, input channels], activations [batch,
/// height, width, input channels], optional bias [output channels]. Output: as the first input says.
struct TransposeConv<Element: QuantizedInteger>: TotalOperator {
  let shape: TransposeConvShape
  let quantization: ConvolutionQuantization
  let vector: VectorTransposeConv?

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, zeroPoint: quantization.inputZeroPoint) }
    call.workers.forEachRange(of: shape.batches * shape.outputHeight) { runReference(call, rows: $0) }
  }
}

/// TRANSPOSE_CONV in float32.
struct FloatTransposeConv: TotalOperator {
  let shape: TransposeConvShape
  let range: FloatRange
  let numerics: Numerics
  let vector: VectorTransposeConv?

  var outputShapes: [[Int]] { [shape.output] }

  /// The plain loops want the filter with the output channels innermost.
  var scratchByteCount: Int { vector?.scratchByteCount ?? 4 * shape.filterElementCount }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, zeroPoint: 0) }
    runReference(call)
  }
}

/// TRANSPOSE_CONV of float32 activations with an int8 filter: the activations of each image are quantized on the way.
struct HybridTransposeConv: TotalOperator {
  let shape: TransposeConvShape
  let range: FloatRange
  /// One for each output channel, or one for all.
  let scales: [Float]

  var outputShapes: [[Int]] { [shape.output] }

  var scratchByteCount: Int { QuantizedRows.byteCount(rowCount: shape.batches, rowLength: shape.imageSize) }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// The sizes of a transposed convolution, checked against each other.
struct TransposeConvShape: Equatable, Sendable {
  let batches: Int
  let inputHeight: Int
  let inputWidth: Int
  let inputChannels: Int
  /// How the window moves over the output: `inputSize` is the output's.
  let window: Window
  let outputChannels: Int

  var outputHeight: Int { window.vertical.inputSize }
  var outputWidth: Int { window.horizontal.inputSize }
  var output: [Int] { [batches, outputHeight, outputWidth, outputChannels] }
  var imageSize: Int { inputHeight * inputWidth * inputChannels }
  var filterElementCount: Int {
    outputChannels * window.vertical.windowSize * window.horizontal.windowSize * inputChannels
  }
}

extension TransposeConvShape {
  /// Whether XNNPACK takes such a convolution.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, CalculateTransposeConvPaddings.
  fileprivate func suitsXNNPACK(_ padding: Padding) -> Bool {
    // The axes' output sizes are those of the ordinary convolution that leads from this output back to an input.
    window.vertical.outputSize == inputHeight && window.horizontal.outputSize == inputWidth
      && (padding == .valid || window.vertical.hasNoGaps && window.horizontal.hasNoGaps)
  }
}

extension WindowAxis {
  /// Whether neighbouring windows touch or overlap.
  fileprivate var hasNoGaps: Bool { windowSize >= stride }
}

extension TransposeConvOptions: WindowOptions {
  var dilationHFactor: Int32 { 1 }
  var dilationWFactor: Int32 { 1 }
}

enum TransposeConvOperator: WideOperator {
  static let inputCounts = 3...4
  static let activationPosition = 2

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let options = try context.options(TransposeConvOptions.self)
    let shape = try shape(context, options)
    let (filter, bias) = (try context.input(1), context.optionalInput(3))
    let quantization = try context.convolutionQuantization(
      element, input: try context.input(2), filter: filter, bias: bias, output: context.output(0), channelAxis: 0,
      activation: options.fusedActivationFunction,
      onXNNPACK: shape.suitsXNNPACK(options.padding)
        && context.runsOnXNNPACK(filter: filter, bias: bias, needsBias: false))
    return TransposeConv<Element>(
      shape: shape, quantization: quantization,
      vector: VectorTransposeConv(context, shape, isSigned: Element.isSigned, quantization))
  }

  static func prepareWide(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(TransposeConvOptions.self)
    return WideTransposeConv(
      shape: try shape(context, options),
      arithmetic: try context.wideConvolution(
        input: try context.input(2), filter: try context.input(1), bias: context.optionalInput(3),
        activation: options.fusedActivationFunction, biasOption: options.quantizedBiasType))
  }

  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(TransposeConvOptions.self)
    let filter = try context.input(1)
    let shape = try shape(context, options)
    try context.require(filter, type: .float32, .int8)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(3), channels: shape.outputChannels)
    let range = try context.floatRange(options.fusedActivationFunction)
    if filter.type == .float32 {
      return FloatTransposeConv(
        shape: shape, range: range, numerics: context.numerics,
        vector: VectorTransposeConv(context, shape, range: range))
    }
    return HybridTransposeConv(shape: shape, range: range, scales: try context.filterScales(filter, channelAxis: 0))
  }

  private static func shape(
    _ context: OperatorContext, _ options: TransposeConvOptions
  ) throws(KernelError) -> TransposeConvShape {
    let (sizes, filter, input) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(sizes, type: .int32)
    try context.require(sizes, shape: [4])
    try context.require(filter, rank: 4...4)
    try context.require(input, rank: 4...4)
    try context.requireElements(filter)
    try context.requireElements(input)
    guard filter.shape[3] == input.shape[3] else {
      throw .shape(
        context.identity, filter.identity, found: filter.shape,
        expected: "\(input.shape[3]) as its last dimension, the channels of \(input.identity)")
    }
    let output = try context.integers(sizes)
    guard output.allSatisfy({ $0 >= 1 }), output[0] == input.shape[0], output[3] == filter.shape[0] else {
      throw .value(
        context.identity, sizes.identity,
        "holds the output shape \(output), expected [\(input.shape[0]), height, width, \(filter.shape[0])]")
    }
    let window = try context.window(
      on: sizes, imageHeight: output[1], imageWidth: output[2], height: filter.shape[1], width: filter.shape[2],
      options)
    return TransposeConvShape(
      batches: input.shape[0], inputHeight: input.shape[1], inputWidth: input.shape[2],
      inputChannels: input.shape[3], window: window, outputChannels: filter.shape[0])
  }
}
