import TFLiteSchema

/// How well a quantized activation uses its range.
public struct QuantizationHealth: Equatable, Sendable {
  /// The operator that has computed the tensor.
  public let operatorIndex: Int
  /// The operator's name.
  public let operatorName: String
  /// The tensor's name.
  public let tensor: String
  /// The distance of neighboring real values.
  public let scale: Float
  /// The stored value of 0.
  public let zeroPoint: Int64
  /// The share of elements at the lowest stored value.
  public let saturatedLow: Double
  /// The share of elements at the highest stored value.
  public let saturatedHigh: Double
  /// The part of the stored range between the lowest and the highest element.
  public let usedRange: Double
  /// Channels that have one value everywhere.
  public let deadChannels: Int
  /// Channels in all; 0 where there are no channels to tell apart.
  public let channels: Int
  /// The signal-to-noise ratio against a float parent, in decibels; nil where none was compared.
  public let signalToNoise: Double?

  /// How bad it is, from 0 on: what a person should look at first has the most.
  ///
  /// Zero is where rectified values end up, so that elements at the lowest value are no loss where that stands for 0.
  var badness: Double {
    let low = Int64(zeroPoint) == lowest ? 0 : saturatedLow
    let dead = channels == 0 ? 0 : Double(deadChannels) / Double(channels)
    let noise = signalToNoise.map { max(0, 40 - $0) / 40 } ?? 0
    return (low + saturatedHigh) * 4 + max(0, 0.5 - usedRange) * 2 + dead + noise * 2
  }

  private let lowest: Int64

  /// Looks at an activation; nil for one that is not quantized to 8 bits.
  init?(_ output: Trace.Activation, of step: Trace.Step, signalToNoise: Double? = nil) {
    guard !output.isConstant, [.uint8, .int8].contains(output.values.type), let range = output.values.type.integerRange,
      let quantization = output.quantization, let scale = quantization.scale.first, output.values.elementCount > 0
    else { return nil }
    operatorIndex = step.index
    operatorName = step.name
    tensor = output.name
    self.scale = scale
    zeroPoint = quantization.zeroPoint.first ?? 0
    lowest = range.lowerBound
    let stored = RealValues(output.values, nil)
    let count = Double(stored.count)
    let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
    saturatedLow = Double(stored.count { $0 == low }) / count
    saturatedHigh = Double(stored.count { $0 == high }) / count
    let (least, greatest) = stored.reduce((high, low)) { (min($0.0, $1), max($0.1, $1)) }
    usedRange = (greatest - least + 1) / (high - low + 1)
    let channels = output.values.shape.count == 4 ? output.values.shape[3] : 0
    let isSpatial = channels > 0 && stored.count > channels
    self.channels = isSpatial ? channels : 0
    deadChannels = isSpatial ? Self.constantChannels(stored, channels: channels) : 0
    self.signalToNoise = signalToNoise
  }

  private static func constantChannels(_ stored: RealValues, channels: Int) -> Int {
    var isConstant = Array(repeating: true, count: channels)
    for (position, value) in stored.enumerated() where value != stored[position % channels] {
      isConstant[position % channels] = false
    }
    return isConstant.count { $0 }
  }

  /// The quantized activations of a run, the worst first.
  ///
  /// - Parameters:
  ///   - trace: the run.
  ///   - comparison: a comparison of the same run with a float parent.
  public static func all(of trace: Trace, comparison: Comparison? = nil) -> [QuantizationHealth] {
    let noise = Dictionary((comparison?.rows ?? []).map { ($0.tensorIndex, $0.accumulated.signalToNoise) }) { $1 }
    let found = trace.steps.flatMap { step in
      step.outputs.compactMap { QuantizationHealth($0, of: step, signalToNoise: noise[$0.tensorIndex]) }
    }
    return found.sorted { ($1.badness, $0.operatorIndex) < ($0.badness, $1.operatorIndex) }
  }
}

extension QuantizationHealth: Encodable {
  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "index": operatorIndex,
      "operator": operatorName,
      "tensor": tensor,
      "scale": scale,
      "zero_point": zeroPoint,
      "saturated_low": saturatedLow,
      "saturated_high": saturatedHigh,
      "used_range": usedRange,
      "dead_channels": deadChannels,
      "channels": channels,
      "snr_db": signalToNoise.flatMap { $0.isFinite ? $0 : nil },
    ])
  }
}
