import TFLiteSchema

/// CONV_2D in float32.
struct FloatConv2D: TotalOperator {
  let shape: Conv2DShape
  let range: FloatRange
  let numerics: Numerics
  /// The filter of each group, packed; nil where it is no constant, or where there is a ``vector``.
  let constantPanels: [FloatPanels]?
  let vector: VectorConvolution?

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, input: call.inputBytes(0), output: call.outputBytes(0)) }
    let panels = constantPanels ?? shape.panels(filter: call.input(1))
    call.workers.forEachRange(of: shape.batches * shape.window.vertical.outputSize) {
      runReference(call, panels: panels, rows: $0)
    }
  }
}

extension Conv2DShape {
  /// Packs a float32 filter [output channels, height, width, input channels of a group], a matrix for each group.
  func panels(filter: UnsafePointer<Float>) -> [FloatPanels] {
    (0..<groups).map { group in
      FloatPanels(
        depth: filterSize, columns: outputChannelsPerGroup,
        columnsAt: filter + group * outputChannelsPerGroup * filterSize)
    }
  }
}

extension Conv2DOperator: WideOperator {
  static func prepareWide(_ context: OperatorContext) throws -> any PreparedOperator { try WideConv2D.prepare(context) }

  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, filter, output) = (try context.input(0), try context.input(1), context.output(0))
    let options = try context.options(Conv2DOptions.self)
    let shape = try shape(context, input: input, filter: filter, options: options)
    try context.require(output, type: .float32)
    try context.requireFloatBias(context.optionalInput(2), channels: shape.outputChannels)
    let range = try context.floatRange(options.fusedActivationFunction)
    if filter.type == .int8 || filter.type == .uint8 {
      return HybridConv2D(
        context, shape: shape, range: range, scales: try context.filterScales(filter, channelAxis: 0))
    }
    try context.require(filter, type: .float32, .int8, .uint8)
    let vector = VectorConvolution(context, shape, range: range)
    return FloatConv2D(
      shape: shape, range: range, numerics: context.numerics,
      constantPanels: vector == nil
        ? filter.constantFloats?.withUnsafeBufferPointer { $0.baseAddress.map(shape.panels) } : nil,
      vector: vector)
  }
}
