import TFLiteSchema

/// FULLY_CONNECTED in float32.
struct FloatFullyConnected: TotalOperator {
  let layer: FloatLayer
  let numerics: Numerics
  /// nil where plain loops are asked for.
  let vector: VectorFloatFullyConnected?

  var outputShapes: [[Int]] { [layer.outputShape] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  init(_ context: OperatorContext) throws {
    layer = try FloatLayer(context)
    numerics = context.numerics
    vector = VectorFloatFullyConnected(context, layer)
  }

  func run(_ call: OperatorCall) {
    if let vector { return run(call, vector) }
    call.workers.forEachRange(of: layer.rows) { runReference(call, rows: $0) }
  }
}

/// FULLY_CONNECTED of float32 activations with weights of any type: its sizes, checked against each other.
struct FloatLayer: Equatable, Sendable {
  let rows: Int
  let depth: Int
  let units: Int
  let outputShape: [Int]
  let range: ActivationBounds<Float>

  init(_ context: OperatorContext) throws {
    let (input, weights) = (try context.input(0), try context.input(1))
    let options = try context.optionsOrDefaults(FullyConnectedOptions.self)
    try FullyConnectedOperator.requireDefaultFormat(context, options)
    try context.require(weights, type: .float32, .int8, .uint8)
    try context.require(context.output(0), type: .float32)
    try context.require(weights, rank: 2...2)
    try context.requireElements(weights)
    (units, depth) = (weights.shape[0], weights.shape[1])
    try context.requireFloatBias(context.optionalInput(2), channels: units)
    outputShape = try FullyConnectedOperator.outputShape(
      context, input: input, options: options, units: units, depth: depth)
    let bounds = try context.activationBoundsOfProducts(options.fusedActivationFunction)
    // With 8-bit weights, sums beyond float32 stay infinite, as TFLite's `ApplyActivationToVector` leaves them.
    range = weights.type == .float32 ? bounds : bounds.withInfinities
    rows = input.elementCount / depth
  }
}
