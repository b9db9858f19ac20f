/// Whose results an operator reproduces, where runtimes round differently.
public enum Numerics: String, CaseIterable, Sendable {
  /// TFLite's reference kernels, bit for bit.
  case reference
  /// TFLite's default runtime, which hands operators to XNNPACK, as it is on this processor: ``xnnpackOnX86_64`` or
  /// ``xnnpackOnARM64``.
  case xnnpack
  /// The default runtime on x86-64: 8-bit results are scaled in float32, float convolutions add products without rounding
  /// them before. What XNNPACK does not take is computed as in ``reference``.
  case xnnpackOnX86_64 = "xnnpack-x86_64"
  /// The default runtime on arm64, as on phones: as ``xnnpackOnX86_64``, but for uint8 weights and MUL, whose results are
  /// scaled without any rounding before the last one.
  case xnnpackOnARM64 = "xnnpack-arm64"

  /// A processor that XNNPACK is compiled for.
  public enum Architecture: String, CaseIterable, Sendable {
    /// PCs and most servers.
    case x86_64
    /// Phones, Macs, single-board computers.
    case arm64

    /// That of this program.
    public static var current: Architecture {
      #if arch(arm64)
      .arm64
      #else
      .x86_64
      #endif
    }
  }

  /// TFLite's default runtime as it is on a processor, whichever one computes.
  public static func xnnpack(on architecture: Architecture) -> Numerics {
    switch architecture {
    case .x86_64: .xnnpackOnX86_64
    case .arm64: .xnnpackOnARM64
    }
  }

  /// The processor whose XNNPACK is reproduced; nil for the reference.
  public var architecture: Architecture? {
    switch self {
    case .reference: nil
    case .xnnpack: .current
    case .xnnpackOnX86_64: .x86_64
    case .xnnpackOnARM64: .arm64
    }
  }
}

extension Numerics {
  /// Whether results are those of XNNPACK, on whatever processor.
  package var followsXNNPACK: Bool { architecture != nil }

  /// Whether float32 products are added as they are, instead of being rounded before.
  ///
  /// XNNPACK does so where the processor can, and adds in an order that depends on it. Ours is the order of the
  /// reference everywhere.
  var fusesProducts: Bool { followsXNNPACK }
}

extension Float {
  /// Adds a product, which is rounded before unless products are fused.
  @inline(__always)
  mutating func add(_ value: Float, times weight: Float, _ numerics: Numerics) {
    if numerics.fusesProducts { addProduct(value, weight) } else { self += value * weight }
  }
}
