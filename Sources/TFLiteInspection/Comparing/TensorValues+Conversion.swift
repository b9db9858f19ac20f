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
    let real = realValues(quantization)
    if type == .float32 { return TensorValues(floats: real.map { Float($0) }, shape: shape) }
    guard let range = type.integerRange, let scale = target?.scale.first, target?.scale.count == 1, scale > 0 else {
      return nil
    }
    let zeroPoint = Double(target?.zeroPoint.first ?? 0)
    let stored = real.map { value -> Int64 in
      let step = (value / Double(scale) + zeroPoint).rounded(.toNearestOrAwayFromZero)
      // The greatest 64-bit integer is no floating point number: the next one is 2^63, which fits no integer.
      guard step < Double(range.upperBound) else { return step.isNaN ? range.lowerBound : range.upperBound }
      return Int64(max(step, Double(range.lowerBound)))
    }
    let bytes: [UInt8]
    switch type {
    case .uint8, .int8: bytes = stored.map { UInt8(truncatingIfNeeded: $0) }
    case .int16, .uint16: bytes = stored.map { UInt16(truncatingIfNeeded: $0) }.withUnsafeBytes { Array($0) }
    case .int32: bytes = stored.map { Int32(truncatingIfNeeded: $0) }.withUnsafeBytes { Array($0) }
    default: return nil
    }
    return TensorValues(type: type, shape: shape, checked: bytes)
  }
}
