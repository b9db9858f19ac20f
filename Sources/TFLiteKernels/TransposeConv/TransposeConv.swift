import TFLiteSchema

/// TRANSPOSE_CONV: every input pixel adds its products with a filter to a window of the output.
///
/// Inputs: output shape (four int32), filter [output channels, height, width, input channels], activations [batch,
/// height, width, input channels], optional bias [output channels]. Output: as the first input says.
struct TransposeConv<Element: QuantizedInteger>: TotalOperator {
  let shape: TransposeConvShape
  let quantization: ConvolutionQuantization

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.batches * shape.outputHeight) { runReference(call, rows: $0) }
  }
}

/// TRANSPOSE_CONV in float32.
struct FloatTransposeConv: TotalOperator {
  let shape: TransposeConvShape
  let range: FloatRange

  var outputShapes: [[Int]] { [shape.output] }

  /// The filter with the output channels innermost.
  var scratchByteCount: Int { 4 * shape.filterElementCount }

  func run(_ call: OperatorCall) { runReference(call) }
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

extension TransposeConvOptions: WindowOptions {
  var dilationHFactor: Int32 { 1 }
  var dilationWFactor: Int32 { 1 }
}

enum TransposeConvOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...4)
    let input = try context.input(2)
    try context.require(input, type: .float32, .uint8, .int8)
    return switch input.type {
    case .float32: try prepareFloat(context)
    case .uint8: try prepare(context, UInt8.self)
    default: try prepare(context, Int8.self)
    }
  }

  private static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws(KernelError) -> TransposeConv<Element> {
    let options = try context.options(TransposeConvOptions.self)
    return TransposeConv(
      shape: try shape(context, options),
      quantization: try context.convolutionQuantization(
        element, input: try context.input(2), filter: try context.input(1), bias: context.optionalInput(3),
        output: context.output(0), channelAxis: 0, activation: options.fusedActivationFunction))
  }

  private static func prepareFloat(_ context: OperatorContext) throws(KernelError) -> any PreparedOperator {
    let options = try context.options(TransposeConvOptions.self)
    let filter = try context.input(1)
    let shape = try shape(context, options)
    try context.require(filter, type: .float32, .int8)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(3), channels: shape.outputChannels)
    let range = try context.floatRange(options.fusedActivationFunction)
    if filter.type == .float32 { return FloatTransposeConv(shape: shape, range: range) }
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
