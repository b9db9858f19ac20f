/// The specification of FULLY_CONNECTED in float32: a sum over the depth for each row and unit, then the bias.
///
/// Source: `tflite/kernels/internal/reference/fully_connected.h`.
extension FloatFullyConnected {
  func runReference(_ call: OperatorCall, panels: FloatPanels, rows: Range<Int>) {
    let bias = call.optionalInput(2, as: Float.self)
    panels.multiply(rows: rows, of: call.input(0), into: call.output(0), numerics) { sums, units in
      range.clamp(sums + SIMD8(loading: units.count, from: bias.map { $0 + units.lowerBound }))
    }
  }
}

/// The specification of FULLY_CONNECTED with 8-bit weights: an integer sum, scaled in float32 and added to the bias.
///
/// Source: `tflite/kernels/fully_connected.cc`, EvalHybridDense;
/// `tflite/kernels/internal/optimized/sse_tensor_utils.cc`, MatrixBatchVectorMultiplyAccumulate.
extension HybridFullyConnected {
  func runReference(_ call: OperatorCall, rows: QuantizedRows, units unitRange: Range<Int>) {
    let weights = call.input(1, as: Int8.self)
    let bias = call.optionalInput(2, as: Float.self)
    let output = call.output(0, as: Float.self)

    for row in 0..<rows.rowCount {
      let values = rows[row: row]
      let quantization = rows.quantization(ofRow: row)
      for unit in unitRange {
        let sum = dotProduct(values, zeroPoint: quantization.zeroPoint, weights + unit * depth, count: depth)
        output[row * units + unit] = finish(sum, unit: unit, scale: quantization.scale, bias: bias)
      }
    }
  }

  /// The result for a sum of products.
  ///
  /// - Parameter scale: that of the activations.
  @inline(__always)
  func finish(_ sum: Int32, unit: Int, scale: Float, bias: UnsafePointer<Float>?) -> Float {
    let scale = (scales.count == 1 ? scales[0] : scales[unit]) * scale
    return range.clamp((bias?[unit] ?? 0) + Float(sum) * scale)
  }
}
