import TFLiteSchema

extension TensorValues {
  /// The same real values as a tensor of another type and quantization stores them, rounded and clamped where it must
  /// be; nil for a type that they cannot be converted to.
  func converted(
    from quantization: Quantization?, to type: TensorType, _ target: Quantization?
  ) -> TensorValues? {
    if type == self.type, quantization?.scale == target?.scale, quantization?.zeroPoint == target?.zeroPoint {
      return self
    }
    if type == .float32 { return dequantized(quantization) }
    guard let range = type.integerRange, let scale = target?.scale.first, target?.scale.count == 1, scale > 0 else {
      return nil
    }
    let zeroPoint = Double(target?.zeroPoint.first ?? 0)
    let real = RealValues(self, quantization)
    func stored(_ position: Int) -> Int64 {
      let step = (real[position] / Double(scale) + zeroPoint).rounded(.toNearestOrAwayFromZero)
      // The greatest 64-bit integer is no floating point number: the next one is 2^63, which fits no integer.
      guard step < Double(range.upperBound) else { return step.isNaN ? range.lowerBound : range.upperBound }
      return Int64(max(step, Double(range.lowerBound)))
    }
    let bytes: [UInt8]
    switch type {
    case .uint8, .int8: bytes = Self.byteList(real.count) { UInt8(truncatingIfNeeded: stored($0)) }
    case .int16, .uint16: bytes = Self.byteList(real.count) { UInt16(truncatingIfNeeded: stored($0)) }
    case .int32: bytes = Self.byteList(real.count) { Int32(truncatingIfNeeded: stored($0)) }
    default: return nil
    }
    return TensorValues(type: type, shape: shape, checked: bytes)
  }
}
