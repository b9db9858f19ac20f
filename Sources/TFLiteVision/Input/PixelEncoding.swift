import TFLiteSchema

/// The real value of a pixel's byte: (byte − mean) / standard deviation.
public struct PixelNormalization: Equatable, Sendable {
  /// One for all channels, or one for each.
  public let mean: [Float]
  /// One for all channels, or one for each.
  public let standardDeviation: [Float]

  /// One pair of numbers for each channel.
  ///
  /// - Parameters:
  ///   - mean: one number or three.
  ///   - standardDeviation: one number or three, none of them 0.
  public init(mean: [Float], standardDeviation: [Float]) {
    self.mean = mean.isEmpty ? [0] : mean
    self.standardDeviation = standardDeviation.isEmpty ? [1] : standardDeviation
  }

  /// The same for all channels.
  public init(mean: Float, standardDeviation: Float) {
    self.init(mean: [mean], standardDeviation: [standardDeviation])
  }

  /// What most published models with float inputs expect: -1 to 1.
  public static let symmetric = PixelNormalization(mean: 127.5, standardDeviation: 127.5)

  /// What models trained with PyTorch expect: 0 to 1.
  public static let unit = PixelNormalization(mean: 0, standardDeviation: 255)

  /// Pixels as they are: 0 to 255.
  public static let none = PixelNormalization(mean: 0, standardDeviation: 1)

  /// The real value of every byte in every channel: 256 for each.
  func table(channels: Int) -> [Float] {
    (0..<channels).flatMap { channel in
      let (mean, deviation) = (mean[channel % mean.count], standardDeviation[channel % standardDeviation.count])
      return (0..<256).map { (Float($0) - mean) / deviation }
    }
  }
}

/// How pixels are stored in an input.
enum PixelEncoding: Equatable, Sendable {
  /// As they are.
  case uint8
  /// 128 lower.
  case int8
  /// Normalized.
  case float32(PixelNormalization)

  init?(_ type: TensorType, normalization: PixelNormalization?) {
    switch type {
    case .uint8: self = .uint8
    case .int8: self = .int8
    case .float32: self = .float32(normalization ?? .symmetric)
    default: return nil
    }
  }
}
