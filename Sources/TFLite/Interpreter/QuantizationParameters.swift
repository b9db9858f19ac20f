import TFLiteSchema

/// `real = scale · (stored − zeroPoint)` for every element of a tensor, or for every element of one channel.
public struct QuantizationParameters: Equatable, Hashable, Sendable {
  /// The real distance between two neighboring stored values; 0 where every channel has one of its own, as in the C
  /// library.
  public let scale: Float
  /// The stored value that means 0; 0 where every channel has one of its own.
  public let zeroPoint: Int

  /// The scale of each channel, or one for all.
  public let scales: [Float]
  /// The zero point of each channel, or one for all.
  public let zeroPoints: [Int]
  /// The dimension whose slices are the channels.
  public let quantizedDimension: Int

  /// Whether every channel has a scale and a zero point of its own.
  public var isPerChannel: Bool { scales.count > 1 }

  /// One scale and zero point for all elements.
  public init(scale: Float, zeroPoint: Int) {
    self.scale = scale
    self.zeroPoint = zeroPoint
    (scales, zeroPoints, quantizedDimension) = ([scale], [zeroPoint], 0)
  }

  /// A scale and a zero point for each channel; there are as many of both, more than one.
  private init(scales: [Float], zeroPoints: [Int], quantizedDimension: Int) {
    (scale, zeroPoint) = (0, 0)
    self.scales = scales
    self.zeroPoints = zeroPoints
    self.quantizedDimension = quantizedDimension
  }
}

extension QuantizationParameters {
  /// nil where the tensor has no scale, or scales of blocks.
  init?(_ quantization: Quantization) {
    guard quantization.zeroPoint.count == quantization.scale.count else { return nil }
    switch quantization.scale.count {
    case 0: return nil
    case 1: self.init(scale: quantization.scale[0], zeroPoint: Int(quantization.zeroPoint.first ?? 0))
    default:
      self.init(
        scales: quantization.scale, zeroPoints: quantization.zeroPoint.map { Int($0) },
        quantizedDimension: Int(quantization.quantizedDimension))
    }
  }
}
