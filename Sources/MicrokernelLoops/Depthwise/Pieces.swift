#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// The pieces of a depthwise unit: see `DepthwiseUnit`.

/// The bytes at each address, together.
@inline(__always) func loadPieces<let P: Int>(_ pieces: InlineArray<P, UnsafeRawPointer>) -> ByteVector {
  if P == 1 {
    pieces[unchecked: 0].loadUnaligned(as: ByteVector.self)
  } else if P == 2 {
    join(
      (
        pieces[unchecked: 0].loadUnaligned(as: HalfByteVector.self),
        pieces[unchecked: 1].loadUnaligned(as: HalfByteVector.self)
      ), to: ByteVector.self)
  } else {
    join(
      (
        pieces[unchecked: 0].loadUnaligned(as: QuarterByteVector.self),
        pieces[unchecked: 1].loadUnaligned(as: QuarterByteVector.self),
        pieces[unchecked: 2].loadUnaligned(as: QuarterByteVector.self),
        pieces[unchecked: 3].loadUnaligned(as: QuarterByteVector.self)
      ), to: ByteVector.self)
  }
}

/// Writes the first `count` bytes of each existing piece, `step` bytes apart. There is more than one piece.
@inline(__always)
func storePieces(
  _ bytes: ByteVector, _ pieces: Int, to address: UnsafeMutableRawPointer, step: Int, count: Int, existing: Int
) {
  if DepthwiseUnit.mostPieces == 1 { return }
  if DepthwiseUnit.mostPieces == 2 || pieces == 2 {
    let parts = cast(bytes, to: (HalfByteVector, HalfByteVector).self)
    storeBytes(parts.0, to: address, count: count)
    if existing > 1 { storeBytes(parts.1, to: address + step, count: count) }
  } else {
    let parts = cast(bytes, to: (QuarterByteVector, QuarterByteVector, QuarterByteVector, QuarterByteVector).self)
    storeBytes(parts.0, to: address, count: count)
    if existing > 1 { storeBytes(parts.1, to: address + step, count: count) }
    if existing > 2 { storeBytes(parts.2, to: address + 2 &* step, count: count) }
    if existing > 3 { storeBytes(parts.3, to: address + 3 &* step, count: count) }
  }
}
#endif
