import TFLiteSchema

extension TensorValues {
  /// The real values that the stored ones stand for: `scale · (stored − zero point)` in a tensor quantized by scale and
  /// zero point, one for all or one for each channel; the stored values in any other.
  public func realValues(_ quantization: Quantization?) -> [Double] { Array(RealValues(self, quantization)) }

  /// The tensor with 32-bit floating point elements: the real values.
  public func dequantized(_ quantization: Quantization?) -> TensorValues {
    let real = RealValues(self, quantization)
    return TensorValues(type: .float32, shape: shape, checked: Self.byteList(real.count) { Float(real[$0]) })
  }
}
