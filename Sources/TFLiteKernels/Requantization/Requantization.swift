import TFLiteSchema

/// The way from a 32-bit accumulator to a stored value: one multiplier for each output channel.
struct Requantization: Equatable, Sendable {
  let scaling: Scaling
  let outputZeroPoint: Int32
  /// What the fused activation function lets through.
  let range: ClosedRange<Int32>

  /// How accumulators are scaled and rounded: there are as many multipliers as output channels.
  enum Scaling: Equatable, Sendable {
    /// In fixed point, rounded twice: TFLite's reference convolutions.
    case fixedPoint([QuantizedMultiplier])
    /// In double, rounded to the nearest integer, ties away from zero: TFLite's reference FULLY_CONNECTED.
    case double([Double])
    /// In float32, rounded to the nearest integer, ties to the even one: XNNPACK.
    case float([Float])
    /// By scales in float32, but exactly, rounded to the nearest integer, ties upward: XNNPACK with uint8 weights on arm64.
    case exact([Float])
  }

  @inline(__always)
  func apply<Element: QuantizedInteger>(_ accumulator: Int32, channel: Int) -> Element {
    switch scaling {
    case .fixedPoint(let multipliers):
      return Element(multipliers[channel].apply(accumulator) &+ outputZeroPoint, clampedTo: range)
    case .double(let multipliers):
      let scaled = (Double(accumulator) * multipliers[channel]).rounded(.toNearestOrAwayFromZero)
      return Element(Int32(min(max(scaled, -0x1p31), 0x1p31 - 1)) &+ outputZeroPoint, clampedTo: range)
    case .float(let multipliers):
      return Element(xnnpackScaled(accumulator, by: multipliers[channel]) &+ outputZeroPoint, clampedTo: range)
    case .exact(let multipliers):
      return Element(xnnpackScaledExactly(accumulator, by: multipliers[channel]) &+ outputZeroPoint, clampedTo: range)
    }
  }
}
