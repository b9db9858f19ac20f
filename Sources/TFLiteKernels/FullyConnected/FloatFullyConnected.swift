import TFLiteSchema

/// FULLY_CONNECTED in float32.
struct FloatFullyConnected: TotalOperator {
  let rows: Int
  let depth: Int
  let units: Int
  let outputShape: [Int]
  let range: FloatRange
  let numerics: Numerics
  /// The packed weights; nil where they are no constant, or where there is a ``vector``.
  let constantPanels: FloatPanels?
  let vector: VectorConvolution?

  var outputShapes: [[Int]] { [outputShape] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, input: call.inputBytes(0), output: call.outputBytes(0)) }
    let panels = constantPanels ?? FloatPanels(depth: depth, columns: units, columnsAt: call.input(1))
    call.workers.forEachRange(of: rows) { runReference(call, panels: panels, rows: $0) }
  }
}

/// FULLY_CONNECTED of float32 activations with 8-bit weights: each row of activations is quantized on the way.
///
/// The bytes of uint8 weights are taken as signed ones, as TFLite's kernel does.
struct HybridFullyConnected: TotalOperator {
  let rows: Int
  let depth: Int
  let units: Int
  let outputShape: [Int]
  let range: FloatRange
  /// One for each unit, or one for all.
  let scales: [Float]
  /// Whether activations get a zero point.
  let isAsymmetric: Bool
  let vector: HybridProduct?

  var outputShapes: [[Int]] { [outputShape] }

  var scratchByteCount: Int {
    (vector?.scratchByteCount ?? 0) + QuantizedRows.byteCount(rowCount: rows, rowLength: depth)
  }

  func run(_ call: OperatorCall) {
    let rows = QuantizedRows(
      call.input(0), rowCount: rows, rowLength: depth, isAsymmetric: isAsymmetric,
      scratch: call.scratch + (vector?.scratchByteCount ?? 0))
    if let vector { return run(call, vector, rows: rows) }
    call.workers.forEachRange(of: units) { runReference(call, rows: rows, units: $0) }
  }
}

extension FullyConnectedOperator: FloatOperator {
  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, weights) = (try context.input(0), try context.input(1))
    let options = try context.optionsOrDefaults(FullyConnectedOptions.self)
    try requireDefaultFormat(context, options)
    try context.require(weights, type: .float32, .int8, .uint8)
    try context.require(context.output(0), type: .float32)
    try context.require(weights, rank: 2...2)
    try context.requireElements(weights)
    let (units, depth) = (weights.shape[0], weights.shape[1])
    try context.requireFloatBias(context.optionalInput(2), channels: units)
    let outputShape = try outputShape(context, input: input, options: options, units: units, depth: depth)
    let range = try context.floatRange(options.fusedActivationFunction)
    let rows = input.elementCount / depth
    if weights.type != .float32 {
      let scales = try context.filterScales(weights, channelAxis: 0)
      return HybridFullyConnected(
        rows: rows, depth: depth, units: units, outputShape: outputShape, range: range, scales: scales,
        isAsymmetric: options.asymmetricQuantizeInputs,
        vector: HybridProduct(context, rows: rows, depth: depth, units: units, scales: scales))
    }
    let vector = VectorConvolution(context, rows: rows, depth: depth, units: units, range: range)
    return FloatFullyConnected(
      rows: rows, depth: depth, units: units, outputShape: outputShape, range: range, numerics: context.numerics,
      constantPanels: vector == nil
        ? weights.constantFloats?.withUnsafeBufferPointer {
          $0.baseAddress.map { FloatPanels(depth: depth, columns: units, columnsAt: $0) }
        } : nil,
      vector: vector)
  }
}
