import TFLiteSchema

/// CONV_2D of float32 activations with an 8-bit filter: the activations of each image are quantized at run time.
///
/// The bytes of a uint8 filter are taken as signed ones, as TFLite's kernel does.
struct HybridConv2D: TotalOperator {
  let shape: Conv2DShape
  let range: ActivationBounds<Float>
  /// One for each output channel, or one for all.
  let scales: [Float]
  /// Filters with unlike scales and grouped ones take another way through TFLite: activations get a zero point.
  let isPerChannel: Bool
  let dynamicRange: DynamicRange
  let vector: HybridProduct?

  init(_ context: OperatorContext) throws {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(Conv2DOptions.self)
    shape = try Conv2DOperator.shape(context, input: input, filter: filter, options: options)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(2), channels: shape.outputChannels)
    range = try context.activationBounds(options.fusedActivationFunction, of: Float.self)
    let scales = try context.filterScales(filter, channelAxis: 0)
    self.scales = scales
    isPerChannel = shape.groups != 1 || scales.contains { $0 != scales[0] }
    dynamicRange = context.dynamicRange
    vector = HybridProduct(context, shape, scales: scales, isPerChannel: isPerChannel, range: range)
  }

  var outputShapes: [[Int]] { [shape.output] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  var scratchByteCount: Int {
    (vector?.scratchByteCount ?? 0) + QuantizedRows.byteCount(rowCount: shape.batches, rowLength: imageSize)
  }

  func run(_ call: OperatorCall) {
    let images = QuantizedRows(
      call.input(0), rowCount: shape.batches, rowLength: imageSize, isAsymmetric: isPerChannel, dynamicRange,
      call, scratch: call.scratch + (vector?.scratchByteCount ?? 0))
    if let vector { return vector.run(call, rows: images) }
    call.workers.forEachRange(of: shape.rowCount) {
      runReference(call, images: images, rows: $0)
    }
  }

  private var imageSize: Int {
    shape.window.vertical.inputSize * shape.window.horizontal.inputSize * shape.inputChannels
  }
}
