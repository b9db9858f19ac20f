import TFLiteFlatBuffers
import TFLiteSchema

/// FULLY_CONNECTED of float32 activations with 4-bit weights that have a scale for each block of their depth: each row
/// of activations is quantized at run time.
struct BlockwiseFullyConnected: TotalOperator {
  let rows: Int
  let depth: Int
  let units: Int
  let outputShape: [Int]
  /// Weights with one scale.
  let blockSize: Int
  /// One for each block of each unit.
  let scales: [Float]
  /// [units, depth], one for each byte.
  let weights: ByteSlice
  let dynamicRange: DynamicRange

  var outputShapes: [[Int]] { [outputShape] }
  var scratchByteCount: Int { QuantizedRows.byteCount(rowCount: rows, rowLength: depth) }

  func run(_ call: OperatorCall) {
    let rows = QuantizedRows(
      call.input(0), rowCount: rows, rowLength: depth, isAsymmetric: true, dynamicRange, call,
      scratch: call.scratch)
    call.workers.forEachRange(of: units) { runReference(call, rows: rows, units: $0) }
  }
}

extension BlockwiseFullyConnected {
  /// - Parameter blocks: the scales of the weights.
  init(_ context: OperatorContext, _ blocks: BlockScales) throws {
    let (input, weights) = (try context.input(0), try context.input(1))
    let options = try context.optionsOrDefaults(FullyConnectedOptions.self)
    try FullyConnectedOperator.requireDefaultFormat(context, options)
    guard options.fusedActivationFunction == .none else {
      throw KernelError.option(
        context.identity, name: "fused_activation_function", found: "\(options.fusedActivationFunction)",
        expected: "NONE, as weights with scales for blocks are computed with")
    }
    try context.require(input, type: .float32)
    try context.require(context.output(0), type: .float32)
    let scales = try context.blockScales(blocks, of: weights, types: [.int4])
    try context.requireElements(weights)
    guard let values = UnpackedWeights(weights)?.constant else {
      throw KernelError.value(context.identity, weights.identity, "has scales for blocks, but is no constant")
    }
    let (units, depth) = (weights.shape[0], weights.shape[1])
    try context.requireFloatBias(context.optionalInput(2), channels: units)
    self.init(
      rows: input.elementCount / depth, depth: depth, units: units,
      outputShape: try FullyConnectedOperator.outputShape(
        context, input: input, options: options, units: units, depth: depth),
      blockSize: blocks.blockSize, scales: scales, weights: values,
      dynamicRange: context.dynamicRange)
  }
}
