/// The specification of FULLY_CONNECTED with 8-bit weights: an integer sum, scaled in float32 and added to the bias.
///
/// Source: `tflite/kernels/fully_connected.cc`, EvalHybridDense;
/// `tflite/kernels/internal/optimized/sse_tensor_utils.cc`, MatrixBatchVectorMultiplyAccumulate.
extension HybridFullyConnected {
  func runReference(_ call: OperatorCall, rows: QuantizedRows, units unitRange: Range<Int>) {
    let weights = call.input(1, as: Int8.self)
    let bias = call.optionalInput(2, as: Float.self)
    let output = call.output(0, as: Float.self)

    var watch = call.stopWatch
    for row in 0..<rows.rowCount {
      let values = rows[row: row]
      let quantization = rows.quantization(ofRow: row)
      for unit in unitRange {
        let sum = dotProduct(
          values, zeroPoint: quantization.zeroPoint, weights + unit * layer.depth, count: layer.depth)
        output[row * layer.units + unit] = finish(sum, unit: unit, scale: quantization.scale, bias: bias)
        if watch.isOver(after: layer.depth) { return }
      }
    }
  }

  /// The result for a sum of products.
  ///
  /// - Parameter scale: that of the activations.
  @inline(__always)
  func finish(_ sum: Int32, unit: Int, scale: Float, bias: UnsafePointer<Float>?) -> Float {
    let scale = (scales.count == 1 ? scales[0] : scales[unit]) * scale
    let result = layer.range.clamp((bias?[unit] ?? 0) + Float(sum) * scale)
    // Here, -0.0 does not pass TFLite's bound of 0.
    return layer.range.low == 0 ? result + 0 : result
  }
}
