import TFLiteSchema

/// FULLY_CONNECTED of float32 activations with 8-bit weights: each row of activations is quantized at run time.
///
/// The bytes of uint8 weights are taken as signed ones, as TFLite's kernel does.
struct HybridFullyConnected: TotalOperator {
  let layer: FloatLayer
  /// One for each unit, or one for all.
  let scales: [Float]
  /// Whether activations get a zero point.
  let isAsymmetric: Bool
  let dynamicRange: DynamicRange
  let vector: HybridProduct?

  var outputShapes: [[Int]] { [layer.outputShape] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  var scratchByteCount: Int {
    (vector?.scratchByteCount ?? 0) + QuantizedRows.byteCount(rowCount: layer.rows, rowLength: layer.depth)
  }

  init(_ context: OperatorContext) throws {
    layer = try FloatLayer(context)
    scales = try context.filterScales(try context.input(1), channelAxis: 0)
    isAsymmetric = try context.optionsOrDefaults(FullyConnectedOptions.self).asymmetricQuantizeInputs
    dynamicRange = context.dynamicRange
    vector = HybridProduct(context, layer, scales: scales)
  }

  func run(_ call: OperatorCall) {
    let rows = QuantizedRows(
      call.input(0), rowCount: layer.rows, rowLength: layer.depth, isAsymmetric: isAsymmetric, dynamicRange,
      call, scratch: call.scratch + (vector?.scratchByteCount ?? 0))
    if let vector { return vector.run(call, rows: rows) }
    call.workers.forEachRange(of: layer.units) { runReference(call, rows: rows, units: $0) }
  }
}
