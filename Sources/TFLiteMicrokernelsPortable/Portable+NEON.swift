#if arch(arm64)
import Builtin

extension Portable {
  /// 4 rows of 4 vectors: 16 accumulators, 4 rows' activations, and weights, of 32 registers. For six rows the compiler does
  /// not unroll the loops of 16-bit products, and spills floats.
  @inline(__always) static var panelVectors: Int { 4 }
  @inline(__always) static var panelRows: Int { 4 }
}

/// What 8-bit weights are packed for, but for those of depthwise convolutions. To widen bytes would take more instructions.
typealias ConvolutionDot = Int16Pairs

/// A table of 256 bytes, as four tables of 64 that one instruction looks up.
struct ByteTable {
  private let entries: UnsafeRawPointer

  init(_ entries: UnsafeRawPointer) { self.entries = entries }

  @inline(__always) private func row(_ index: Int) -> Builtin.Vec16xInt8 {
    entries.loadUnaligned(fromByteOffset: 16 &* index, as: ByteVector.self)._storage._value
  }

  /// The entry for each byte. An index beyond its quarter of the table leaves what the others have found.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    var found = Builtin.int_aarch64_neon_tbl4_Vec16xInt8(row(0), row(1), row(2), row(3), bytes._storage._value)
    for quarter in 1..<4 {
      let index = bytes &- ByteVector(repeating: UInt8(truncatingIfNeeded: 64 &* quarter))
      found = Builtin.int_aarch64_neon_tbx4_Vec16xInt8(
        found, row(4 &* quarter), row(4 &* quarter &+ 1), row(4 &* quarter &+ 2), row(4 &* quarter &+ 3),
        index._storage._value)
    }
    return cast(found, to: ByteVector.self)
  }
}
#endif
