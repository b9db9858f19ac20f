/// Whose results an operator reproduces, where runtimes round differently.
public enum Numerics: String, CaseIterable, Sendable {
  /// TFLite's reference kernels, bit for bit.
  case reference
  /// TFLite's default runtime, which hands operators to XNNPACK: 8-bit results are scaled in float32, float
  /// convolutions add products without rounding them before. What XNNPACK does not take is computed as in ``reference``.
  case xnnpack
}

extension Numerics {
  /// Whether float32 products are added as they are, instead of being rounded before.
  ///
  /// XNNPACK does so where the processor can, and adds in an order that depends on it. Ours is the order of the
  /// reference everywhere.
  var fusesProducts: Bool { self == .xnnpack }
}

extension Float {
  /// Adds a product, which is rounded before unless products are fused.
  @inline(__always)
  mutating func add(_ value: Float, times weight: Float, _ numerics: Numerics) {
    if numerics.fusesProducts { addProduct(value, weight) } else { self += value * weight }
  }
}
