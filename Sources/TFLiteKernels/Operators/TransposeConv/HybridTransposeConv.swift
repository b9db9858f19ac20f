import TFLiteSchema

/// TRANSPOSE_CONV of float32 activations with an int8 filter: the activations of each image are quantized at run time.
struct HybridTransposeConv: TotalOperator {
  let shape: TransposeConvShape
  let range: ActivationBounds<Float>
  /// One for each output channel, or one for all.
  let scales: [Float]
  let dynamicRange: DynamicRange

  var outputShapes: [[Int]] { [shape.output] }

  var scratchByteCount: Int { QuantizedRows.byteCount(rowCount: shape.batches, rowLength: shape.imageSize) }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension HybridTransposeConv {
  init(_ context: OperatorContext) throws {
    let options = try context.options(TransposeConvOptions.self)
    let shape = try TransposeConvOperator.shape(context, options)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(3), channels: shape.outputChannels)
    self.init(
      shape: shape, range: try context.activationBounds(options.fusedActivationFunction, of: Float.self),
      scales: try context.filterScales(try context.input(1), channelAxis: 0),
      dynamicRange: context.dynamicRange)
  }
}
