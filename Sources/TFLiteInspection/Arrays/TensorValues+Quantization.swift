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

  /// As ``dequantized(_:)``.
  ///
  /// - Parameter limit: the most bytes that the result may take.
  /// - Throws: ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)``, before it takes any.
  func dequantized(_ quantization: Quantization?, limit: Int) throws(InspectionError) -> TensorValues {
    try Self.checkArray(elementCount * MemoryLayout<Float>.size, limit: limit)
    return dequantized(quantization)
  }

  /// Refuses an array that is to be made. ``InspectionError/about(tensor:)`` says of which tensor.
  ///
  /// - Throws: ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)``.
  static func checkArray(_ byteCount: Int, limit: Int) throws(InspectionError) {
    guard byteCount <= limit else { throw .arrayTooLarge(tensor: "", byteCount: byteCount, limit: limit) }
  }
}
