import TFLiteSchema

/// CONV_2D: a filter slides over height and width of an NHWC tensor.
///
/// Inputs: activations [batch, height, width, input channels], filter
/// [output channels, height, width, input channels / groups], optional bias [output channels], float32, int32, or int64
/// for 16x8. Output: [batch, output height, output width, output channels], of the activations' type.
///
/// TFLite asks for a bias; here there may be none. Unless `quantized_bias_type` says otherwise, TFLite reads the bias
/// of 16x8 as int64; here it is read as what it is.
///
/// Source: `tflite/kernels/conv.cc`; `tflite/kernels/internal/reference/conv.h` and `reference/integer_ops/conv.h`.
enum Conv2DOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .vector(.float32, .uint8, .int8),
    .vector(.float32, weights: .int8), .vector(.float32, weights: .uint8), .plain(.int16, weights: .int8),
    .vector(.float32, .int8, weights: .int4), .plain(.int16, weights: .int4),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...3)
    return try context.unpacking(input: 1, of: [.int4], beside: [.float32, .int8, .int16]) { context in
      switch (try context.activationType(of: Self.self), try context.input(1).type) {
      case (.float32, .int8), (.float32, .uint8): try HybridConv2D(context)
      case (.float32, _): try FloatConv2D(context)
      case (.int16, _): try Conv2D16x8(context)
      case (.uint8, _): try Conv2D<UInt8>(context)
      default: try Conv2D<Int8>(context)
      }
    }
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

/// CONV_2D on 8-bit tensors.
struct Conv2D<Element: QuantizedInteger>: TotalOperator {
  let shape: Conv2DShape
  let quantization: ConvolutionQuantization
  let vector: VectorConvolution?
  /// What is fused into it; only where there is a ``vector``.
  var postOperations: [any PostOperation] = []

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector {
      return vector.run(call, input: call.inputBytes(0), output: call.outputBytes(0), then: postOperations) { _ in
        quantization.inputZeroPoint
      }
    }
    call.workers.forEachRange(of: shape.rowCount) { runReference(call, rows: $0) }
  }
}

extension Conv2D {
  init(_ context: OperatorContext) throws {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(Conv2DOptions.self)
    let onXNNPACK = context.runsOnXNNPACK(filter: filter, bias: context.optionalInput(2), needsBias: true)
    let shape = try Conv2DOperator.shape(context, input: input, filter: filter, options: options)
    let quantization = try context.convolutionQuantization(
      Element.self, input: input, filter: filter, bias: context.optionalInput(2), output: context.output(0),
      channelAxis: 0, activation: options.fusedActivationFunction, onXNNPACK: onXNNPACK)
    self.init(
      shape: shape, quantization: quantization,
      vector: VectorConvolution(
        context, shape, isSigned: Element.isSigned, inputZeroPoint: quantization.inputZeroPoint,
        filterZeroPoint: quantization.filterZeroPoint, requantization: quantization.requantization))
  }
}

extension Conv2D {
  func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)? {
    guard let window = shape.window.fusing(padding) else { return nil }
    var shape = shape
    shape.window = window
    return Conv2D(shape: shape, quantization: quantization, vector: vector?.moved(to: shape))
  }
}

extension Conv2D {
  func fusing(depthwise: any PreparedOperator, threadCount: Int) -> (any PreparedOperator)? {
    guard let vector, postOperations.isEmpty, let depthwise = depthwise as? DepthwiseConv2D<Element>,
      let rows = depthwise.vector, depthwise.postOperations.isEmpty
    else { return nil }
    return SeparableConv2D(
      rows, vector, shape, zeroPoint: quantization.inputZeroPoint, threadCount: threadCount)
  }
}

extension Conv2D {
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? {
    guard vector != nil else { return nil }
    var fused = self
    fused.postOperations.append(operation)
    return fused
  }
}
