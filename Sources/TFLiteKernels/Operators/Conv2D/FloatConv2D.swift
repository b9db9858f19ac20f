import TFLiteSchema

/// CONV_2D in float32.
struct FloatConv2D: TotalOperator {
  let shape: Conv2DShape
  let range: ActivationBounds<Float>
  let numerics: Numerics
  /// nil where plain loops are asked for.
  let vector: VectorFloatConv2D?
  /// What is fused into it; only where there are tiles.
  var operations = TilePostOperations()

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return run(call, vector) }
    call.workers.forEachRange(of: shape.rowCount) { runReference(call, rows: $0) }
  }
}

extension FloatConv2D {
  init(_ context: OperatorContext) throws {
    let (input, filter, output) = (try context.input(0), try context.input(1), context.output(0))
    let options = try context.options(Conv2DOptions.self)
    let shape = try Conv2DOperator.shape(context, input: input, filter: filter, options: options)
    try context.require(output, type: .float32)
    try context.requireFloatBias(context.optionalInput(2), channels: shape.outputChannels)
    let range = try context.activationBoundsOfProducts(options.fusedActivationFunction)
    try context.require(filter, type: .float32, .int8, .uint8)
    self.init(
      shape: shape, range: range, numerics: context.numerics,
      vector: VectorFloatConv2D(context, shape, filter: filter, range: range))
  }
}

extension FloatConv2D {
  /// A border of zeros changes no sum of finite products, and tiles have finite weights alone.
  func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)? {
    guard case .tiles(let tiles) = vector, let window = shape.window.fusing(padding) else { return nil }
    var shape = shape
    shape.window = window
    return FloatConv2D(shape: shape, range: range, numerics: numerics, vector: .tiles(tiles.moved(to: shape)))
  }
}

extension FloatConv2D {
  func fusing(depthwise: any PreparedOperator, threadCount: Int) -> (any PreparedOperator)? {
    guard case .tiles(let tiles) = vector, operations.isEmpty, let depthwise = depthwise as? FloatDepthwiseConv2D,
      case .rows(let rows) = depthwise.vector, depthwise.postOperations.isEmpty
    else { return nil }
    return SeparableConv2D(rows, tiles, shape, threadCount: threadCount)
  }
}

extension FloatConv2D {
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? {
    guard case .tiles = vector else { return nil }
    var fused = self
    fused.operations.append(operation)
    return fused
  }
}
