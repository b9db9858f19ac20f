#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Instruction sets whose products suit all activations.

typealias ClampedDot = ConvolutionDot
typealias ClampedUInt8Activations = UInt8Activations
typealias ClampedInt8Activations = Int8Activations

/// Rows stay as they are.
struct ClampedRows {
  @inline(__always) static func suit(columns: Int, depth: Int, preparesRows: Bool) -> Bool { false }

  @inline(__always) static func byteCount(rowByteCount: Int) -> Int { 0 }

  @inline(__always) init(_ block: RowBlock, _ reaches: PackedWeights.Reaches, zeroPoint: Int32, offset: Int32) {}

  @inline(__always) mutating func clamp(_ count: Int) {}

  @inline(__always)
  func clamping<let R: Int, let V: Int, Dot: TileProduct>(
    _ row: Int, _: InlineArray<R, InlineArray<V, Void>>.Type, _ panel: PackedPanel<Dot>,
    _ laneSums: UnsafePointer<Int32Vector>, words: Int
  ) -> Clamping { Clamping() }
}

/// Tiles need to know nothing.
struct Clamping {}

extension Tile {
  @inline(__always)
  static func addClampedProducts(
    to acc: inout Accumulators, _ rows: UnsafePointer<UnsafeRawPointer>, words: Int, _ weights: PackedPanel<Dot>,
    _ clamping: Clamping
  ) {}
}

struct PairRelief {
  @inline(__always) init(_ weights: PackedWeights) {}

  @inline(__always) static func byteCount(columns: Int, words: Int, remainders: Int) -> Int { 0 }

  @inline(__always) func run(in block: UnsafeMutableRawPointer, from offset: Int) -> PackedWeights.Reaches { .init() }
}
#endif
