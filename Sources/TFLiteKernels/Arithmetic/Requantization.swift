import TFLiteSchema

/// The way from a 32-bit accumulator to a stored value: one multiplier for each output channel, or one for all.
struct Requantization: Equatable, Sendable {
  /// As many multipliers as output channels.
  let multipliers: [QuantizedMultiplier]
  let outputZeroPoint: Int32
  /// What the fused activation function lets through.
  let range: ClosedRange<Int32>

  @inline(__always)
  func apply<Element: QuantizedInteger>(_ accumulator: Int32, channel: Int) -> Element {
    Element(multipliers[channel].apply(accumulator) &+ outputZeroPoint, clampedTo: range)
  }
}
