import TFLiteSchema

/// `real = scale · (stored − zeroPoint)` for every element of a tensor.
public struct QuantizationParameters: Equatable, Hashable, Sendable {
  /// The real distance between two neighbouring stored values.
  public let scale: Float
  /// The stored value that means 0.
  public let zeroPoint: Int
}

extension QuantizationParameters {
  /// nil where the tensor has no scale, or one for each channel.
  init?(_ quantization: Quantization) {
    guard quantization.scale.count == 1 else { return nil }
    self.init(scale: quantization.scale[0], zeroPoint: Int(quantization.zeroPoint.first ?? 0))
  }
}
