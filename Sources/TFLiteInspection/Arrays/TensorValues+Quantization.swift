import TFLiteSchema

extension TensorValues {
  /// The real values that the stored ones stand for: `scale · (stored − zero point)` in a tensor quantized by scale and
  /// zero point, one for all or one for each channel; the stored values in any other.
  public func realValues(_ quantization: Quantization?) -> [Double] {
    let stored = numbers
    guard let quantization, type.integerRange != nil, !quantization.scale.isEmpty else { return stored }
    let scales = quantization.scale.map(Double.init)
    let zeroPoints = quantization.zeroPoint.map(Double.init)
    guard scales.count > 1 else {
      let (scale, zeroPoint) = (scales[0], zeroPoints.first ?? 0)
      return stored.map { scale * ($0 - zeroPoint) }
    }
    let axis = Int(quantization.quantizedDimension)
    guard shape.indices.contains(axis), shape[axis] == scales.count else { return stored }
    let inner = shape[(axis + 1)...].reduce(1, *)
    return stored.enumerated().map { position, value in
      let channel = position / inner % scales.count
      return scales[channel] * (value - (zeroPoints.indices.contains(channel) ? zeroPoints[channel] : 0))
    }
  }

  /// The tensor with 32-bit floating point elements: the real values.
  public func dequantized(_ quantization: Quantization?) -> TensorValues {
    TensorValues(floats: realValues(quantization).map { Float($0) }, shape: shape)
  }
}
