#if arch(x86_64)
// What AVX-512 with permutations of bytes has of its own. The folders beside this file are linked: see
// Sources/MicrokernelLoops/README.md.
import Builtin

/// The public entry points of this module: AVX-512 F, BW, DQ, VL and VBMI.
///
/// Every function needs a processor (and an operating system) with all of these.
public enum AVX512VBMI {}

typealias EntryPoints = AVX512VBMI

// MARK: Tables

/// A table of 256 bytes, of which a permutation of two vectors can index 128 by the lower seven bits of a byte.
struct ByteTable {
  private let rows: (ByteVector, ByteVector, ByteVector, ByteVector)

  init(_ entries: UnsafeRawPointer) {
    rows = entries.loadUnaligned(as: (ByteVector, ByteVector, ByteVector, ByteVector).self)
  }

  /// The entry for each byte.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    let indices = bytes._storage._value
    let low = Builtin.int_x86_avx512_vpermi2var_qi_512(rows.0._storage._value, indices, rows.1._storage._value)
    let high = Builtin.int_x86_avx512_vpermi2var_qi_512(rows.2._storage._value, indices, rows.3._storage._value)
    let isHigh = Builtin.cmp_slt_Vec64xInt8(indices, ByteVector()._storage._value)
    return cast(Builtin.select_Vec64xInt1_Vec64xInt8(isHigh, high, low), to: ByteVector.self)
  }
}
#endif
