#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// The channels that one byte vector holds: a vector's worth of one pixel, or fewer of 2 or 4 *pieces*, the pixels at the
/// same place in the first, second, ... part of an image row.
///
///     64 channels:              ┌───────────────────────── pixel x ─────────────────────────┐
///     32 channels, 2 pieces:    ┌───────── pixel x ─────────┬──── pixel x + width / 2 ──────┐
struct DepthwiseUnit {
  var firstChannel: Int
  var endChannel: Int
  var pieces: Int

  /// Pieces have at least 16 bytes.
  @inline(__always) static var mostPieces: Int { ByteVector.scalarCount / 16 }

  /// The channel of lane `lane` of vector `vector`: the order in which `interleave` takes bytes apart, and in which
  /// narrowing joins them again.
  func channel(_ vector: Int, _ lane: Int) -> Int {
    let byte = (lane / 4) &* 16 &+ 4 &* vector &+ lane % 4
    return firstChannel &+ byte % (ByteVector.scalarCount / pieces)
  }
}

/// Splits channels into units.
struct DepthwiseUnits {
  let channels: Int

  var count: Int { (channels &+ (ByteVector.scalarCount &- 1)) / ByteVector.scalarCount }

  subscript(index: Int) -> DepthwiseUnit {
    let first = index &* ByteVector.scalarCount
    let end = min(channels, first &+ ByteVector.scalarCount)
    var pieces = 1
    while pieces < DepthwiseUnit.mostPieces && 2 &* pieces &* (end &- first) <= ByteVector.scalarCount {
      pieces &*= 2
    }
    return DepthwiseUnit(firstChannel: first, endChannel: end, pieces: pieces)
  }
}
#endif
