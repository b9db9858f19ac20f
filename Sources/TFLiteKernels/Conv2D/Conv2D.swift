import TFLiteSchema

/// CONV_2D: a filter slides over height and width of an NHWC tensor.
///
/// Inputs: activations [batch, height, width, input channels], filter [output channels, height, width, input channels
/// / groups], optional int32 bias [output channels]. Output: [batch, output height, output width, output channels].
struct Conv2D<Element: QuantizedInteger>: TotalOperator {
  let shape: Conv2DShape
  let quantization: ConvolutionQuantization
  let vector: VectorConvolution?
  /// Looks results up; only where there is a ``vector``.
  var table: VectorLookupTable?

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }

  func run(_ call: OperatorCall) {
    if let vector {
      return vector.run(call, input: call.inputBytes(0), output: call.outputBytes(0), table: table) { _ in
        quantization.inputZeroPoint
      }
    }
    call.workers.forEachRange(of: shape.batches * shape.window.vertical.outputSize) { runReference(call, rows: $0) }
  }
}

extension Conv2D: PaddingAbsorbingOperator {
  func absorbing(_ padding: SpatialPadding) -> (any PreparedOperator)? {
    guard let window = shape.window.absorbing(padding) else { return nil }
    var shape = shape
    shape.window = window
    return Conv2D(shape: shape, quantization: quantization, vector: vector?.moved(to: shape))
  }
}

extension Conv2D: TableAbsorbingOperator {
  func absorbing(_ table: VectorLookupTable) -> (any PreparedOperator)? {
    guard vector != nil, self.table == nil else { return nil }
    var looked = self
    looked.table = table
    return looked
  }
}

/// The sizes of a convolution, checked against each other.
struct Conv2DShape: Equatable, Sendable {
  let batches: Int
  var window: Window
  let inputChannels: Int
  /// Input channels that one output channel sees.
  let filterChannels: Int
  let outputChannels: Int

  /// Input channels that share output channels with no other.
  var groups: Int { inputChannels / filterChannels }

  /// Output channels that share the same input channels.
  var outputChannelsPerGroup: Int { outputChannels / groups }

  /// The products in one sum, away from the borders.
  var filterSize: Int { window.vertical.windowSize * window.horizontal.windowSize * filterChannels }

  var output: [Int] { [batches, window.vertical.outputSize, window.horizontal.outputSize, outputChannels] }
}

enum Conv2DOperator: QuantizedOperator {
  static let inputCounts = 2...3

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(Conv2DOptions.self)
    let onXNNPACK = context.runsOnXNNPACK(filter: filter, bias: context.optionalInput(2), needsBias: true)
    let shape = try shape(context, input: input, filter: filter, options: options)
    let quantization = try context.convolutionQuantization(
      element, input: input, filter: filter, bias: context.optionalInput(2), output: context.output(0),
      channelAxis: 0, activation: options.fusedActivationFunction, onXNNPACK: onXNNPACK)
    return Conv2D<Element>(
      shape: shape, quantization: quantization,
      vector: VectorConvolution(
        context, shape, isSigned: Element.isSigned, inputZeroPoint: quantization.inputZeroPoint,
        filterZeroPoint: quantization.filterZeroPoint, requantization: quantization.requantization))
  }

  static func shape(
    _ context: OperatorContext, input: TensorDescriptor, filter: TensorDescriptor, options: Conv2DOptions
  ) throws(KernelError) -> Conv2DShape {
    try context.require(input, rank: 4...4)
    try context.require(filter, rank: 4...4)
    try context.requireElements(input)
    try context.requireElements(filter)
    let (inputChannels, filterChannels, outputChannels) = (input.shape[3], filter.shape[3], filter.shape[0])
    guard inputChannels % filterChannels == 0 else {
      throw .shape(
        context.identity, filter.identity, found: filter.shape,
        expected: "a number of input channels that divides \(inputChannels), the channels of \(input.identity)")
    }
    guard outputChannels % (inputChannels / filterChannels) == 0 else {
      throw .shape(
        context.identity, filter.identity, found: filter.shape,
        expected: "a multiple of \(inputChannels / filterChannels) output channels, one part for each group")
    }
    return Conv2DShape(
      batches: input.shape[0],
      window: try context.window(on: input, height: filter.shape[1], width: filter.shape[2], options),
      inputChannels: inputChannels, filterChannels: filterChannels, outputChannels: outputChannels)
  }
}
