import TFLiteSchema

/// DEPTHWISE_CONV_2D in float32.
struct FloatDepthwiseConv2D: TotalOperator {
  let shape: DepthwiseConv2DShape
  let range: ActivationBounds<Float>
  let numerics: Numerics
  /// nil where plain loops are asked for.
  let vector: VectorFloatDepthwiseConv2D?
  /// What is fused into it; only where there are loops of an instruction set.
  var postOperations: [any PostOperation] = []

  var outputShapes: [[Int]] { [shape.output] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return run(call, vector) }
    call.workers.forEachRange(of: shape.rowCount) { runReference(call, rows: $0) }
  }
}

extension FloatDepthwiseConv2D {
  init(_ context: OperatorContext) throws {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(DepthwiseConv2DOptions.self)
    let shape = try DepthwiseConv2DOperator.shape(context, input: input, filter: filter, options: options)
    try context.require(filter, type: .float32, .int8)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(2), channels: shape.outputChannels)
    let range = try context.activationBoundsOfProducts(options.fusedActivationFunction)
    self.init(
      shape: shape, range: range, numerics: context.numerics,
      vector: VectorFloatDepthwiseConv2D(context, shape, range: range))
  }
}

extension FloatDepthwiseConv2D {
  /// A border of zeros changes no sum of finite products.
  func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)? {
    guard case .rows(var rows) = vector, rows.hasFiniteWeights, let window = shape.window.fusing(padding) else {
      return nil
    }
    var shape = shape
    shape.window = window
    rows.shape = shape
    return FloatDepthwiseConv2D(shape: shape, range: range, numerics: numerics, vector: .rows(rows))
  }
}

extension FloatDepthwiseConv2D {
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? {
    guard case .rows = vector else { return nil }
    var fused = self
    fused.postOperations.append(operation)
    return fused
  }
}
