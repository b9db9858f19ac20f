import TFLiteSchema

/// DEPTHWISE_CONV_2D in float32.
struct FloatDepthwiseConv2D: TotalOperator {
  let shape: DepthwiseConv2DShape
  let range: FloatRange
  let numerics: Numerics
  let vector: VectorFloatDepthwiseConv2D?

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.batches * shape.window.vertical.outputSize) { rows in
      if let vector {
        vector.run(call, input: call.inputBytes(0), rows: rows)
      } else {
        runReference(call, rows: rows)
      }
    }
  }
}

/// DEPTHWISE_CONV_2D of float32 activations with an int8 filter: the activations of each image are quantized on the
/// way.
struct HybridDepthwiseConv2D: TotalOperator {
  let shape: DepthwiseConv2DShape
  let range: FloatRange
  /// One for each output channel, or one for all.
  let scales: [Float]
  /// nil where plain loops are needed or asked for.
  let vector: VectorHybridDepthwiseConv2D?

  var outputShapes: [[Int]] { [shape.output] }

  var scratchByteCount: Int {
    (vector?.scratchByteCount ?? 0) + QuantizedRows.byteCount(rowCount: shape.batches, rowLength: shape.imageSize)
  }

  func run(_ call: OperatorCall) {
    let images = QuantizedRows(
      call.input(0), rowCount: shape.batches, rowLength: shape.imageSize, isAsymmetric: true,
      scratch: call.scratch + (vector?.scratchByteCount ?? 0))
    if let vector { return run(call, vector, images: images) }
    call.workers.forEachRange(of: shape.batches * shape.window.vertical.outputSize) {
      runReference(call, images: images, rows: $0)
    }
  }
}

extension DepthwiseConv2DOperator: FloatOperator {
  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(DepthwiseConv2DOptions.self)
    let shape = try shape(context, input: input, filter: filter, options: options)
    try context.require(filter, type: .float32, .int8)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(2), channels: shape.outputChannels)
    let range = try context.floatRange(options.fusedActivationFunction)
    if filter.type == .float32 {
      return FloatDepthwiseConv2D(
        shape: shape, range: range, numerics: context.numerics,
        vector: VectorFloatDepthwiseConv2D(context, shape, range: range))
    }
    let scales = try context.filterScales(filter, channelAxis: 3)
    return HybridDepthwiseConv2D(
      shape: shape, range: range, scales: scales,
      vector: VectorHybridDepthwiseConv2D(context, shape, scales: scales))
  }
}
