import TFLiteSchema

/// DEPTHWISE_CONV_2D: every input channel has filters of its own.
///
/// Inputs: activations [batch, height, width, channels], filter [1, height, width, channels · multiplier], optional
/// bias [channels · multiplier], float32 or int32, or int64 for int16 activations. Output: [batch, output height, output width, channels · multiplier],
/// of the activations' type; channel `c · multiplier + m` is filter `m` of input channel `c`.
///
/// TFLite ignores the zero point of int8 weights, and a `depth_multiplier` that contradicts the shapes; here both are
/// an error.
///
/// Source: `tflite/kernels/depthwise_conv.cc`; `tflite/kernels/internal/reference/depthwiseconv_uint8.h`,
/// `reference/depthwiseconv_float.h` and `reference/integer_ops/depthwise_conv.h`.
enum DepthwiseConv2DOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .vector(.float32, .uint8, .int8), .vector(.float32, weights: .int8), .vector(.int8, weights: .int4),
    .plain(.int16, weights: .int8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...3)
    return try context.unpacking(input: 1, of: [.int4], beside: [.int8]) { context in
      switch (try context.activationType(of: Self.self), try context.input(1).type) {
      case (.float32, .int8): try HybridDepthwiseConv2D(context)
      case (.float32, _): try FloatDepthwiseConv2D(context)
      case (.uint8, _): try DepthwiseConv2D<UInt8>(context)
      case (.int16, _): try DepthwiseConv2D16x8(context)
      default: try DepthwiseConv2D<Int8>(context)
      }
    }
  }

  static func shape(
    _ context: OperatorContext, input: TensorDescriptor, filter: TensorDescriptor, options: DepthwiseConv2DOptions
  ) throws(KernelError) -> DepthwiseConv2DShape {
    try context.require(input, rank: 4...4)
    try context.require(filter, rank: 4...4)
    try context.requireElements(input)
    try context.requireElements(filter)
    let (inputChannels, outputChannels) = (input.shape[3], filter.shape[3])
    guard filter.shape[0] == 1, outputChannels % inputChannels == 0 else {
      throw .shape(
        context.identity, filter.identity, found: filter.shape,
        expected: "[1, height, width, a multiple of \(inputChannels)], the channels of \(input.identity)")
    }
    // The shapes decide; the option may be 0 (unset) but must not contradict them.
    let depthMultiplier = outputChannels / inputChannels
    guard options.depthMultiplier == 0 || Int(options.depthMultiplier) == depthMultiplier else {
      throw .option(
        context.identity, name: "depth_multiplier", found: "\(options.depthMultiplier)",
        expected: "\(depthMultiplier), as the shapes of input and filter say")
    }
    return DepthwiseConv2DShape(
      batches: input.shape[0],
      window: try context.window(on: input, height: filter.shape[1], width: filter.shape[2], options),
      inputChannels: inputChannels, depthMultiplier: depthMultiplier)
  }
}

/// DEPTHWISE_CONV_2D on 8-bit tensors.
struct DepthwiseConv2D<Element: QuantizedInteger>: TotalOperator {
  let shape: DepthwiseConv2DShape
  let quantization: ConvolutionQuantization
  /// What plain loops alone know of.
  let overflows: DepthwiseOverflows?
  /// nil where the weights are not constants, and where plain loops are asked for or needed.
  let vector: VectorDepthwiseConv2D?
  /// What is fused into it; only where there is a ``vector``.
  var postOperations: [any PostOperation] = []

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.split.scratchByteCount ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, then: postOperations) }
    call.workers.forEachRange(of: shape.rowCount) { runReference(call, rows: $0) }
  }
}

extension DepthwiseConv2D {
  init(_ context: OperatorContext) throws {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(DepthwiseConv2DOptions.self)
    // XNNPACK goes by the multiplier in the options.
    let onXNNPACK =
      options.depthMultiplier > 0
      && context.runsOnXNNPACK(filter: filter, bias: context.optionalInput(2), needsBias: true)
    let shape = try DepthwiseConv2DOperator.shape(context, input: input, filter: filter, options: options)
    let quantization = try context.convolutionQuantization(
      Element.self, input: input, filter: filter, bias: context.optionalInput(2), output: context.output(0),
      channelAxis: 3, activation: options.fusedActivationFunction, onXNNPACK: onXNNPACK)
    let overflows = onXNNPACK ? DepthwiseOverflows(shape, filter: filter, numerics: context.numerics) : nil
    self.init(
      shape: shape, quantization: quantization, overflows: overflows,
      vector: overflows == nil ? VectorDepthwiseConv2D(context, Element.self, shape, quantization) : nil)
  }
}

extension DepthwiseConv2D {
  func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)? {
    guard let window = shape.window.fusing(padding) else { return nil }
    var shape = shape
    shape.window = window
    var vector = vector
    vector?.geometry = shape
    return DepthwiseConv2D(shape: shape, quantization: quantization, overflows: overflows, vector: vector)
  }
}

extension DepthwiseConv2D {
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? {
    guard vector != nil else { return nil }
    var fused = self
    fused.postOperations.append(operation)
    return fused
  }
}
