import TFLiteSchema

/// DEPTHWISE_CONV_2D of float32 activations with an int8 filter: the activations of each image are quantized on the
/// way.
struct HybridDepthwiseConv2D: TotalOperator {
  let shape: DepthwiseConv2DShape
  let range: ActivationBounds<Float>
  /// One for each output channel, or one for all.
  let scales: [Float]
  let dynamicRange: DynamicRange
  /// nil where plain loops are needed or asked for.
  let vector: VectorHybridDepthwiseConv2D?

  var outputShapes: [[Int]] { [shape.output] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  var scratchByteCount: Int {
    (vector?.scratchByteCount ?? 0) + QuantizedRows.byteCount(rowCount: shape.batches, rowLength: shape.imageSize)
  }

  func run(_ call: OperatorCall) {
    let images = QuantizedRows(
      call.input(0), rowCount: shape.batches, rowLength: shape.imageSize, isAsymmetric: true, dynamicRange,
      call, scratch: call.scratch + (vector?.scratchByteCount ?? 0))
    if let vector { return run(call, vector, images: images) }
    call.workers.forEachRange(of: shape.rowCount) {
      runReference(call, images: images, rows: $0)
    }
  }
}

extension HybridDepthwiseConv2D {
  init(_ context: OperatorContext) throws {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(DepthwiseConv2DOptions.self)
    let shape = try DepthwiseConv2DOperator.shape(context, input: input, filter: filter, options: options)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(2), channels: shape.outputChannels)
    let scales = try context.filterScales(filter, channelAxis: 3)
    self.init(
      shape: shape, range: try context.activationBounds(options.fusedActivationFunction, of: Float.self),
      scales: scales,
      dynamicRange: context.dynamicRange, vector: VectorHybridDepthwiseConv2D(context, shape, scales: scales))
  }
}
