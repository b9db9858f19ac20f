#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Depthwise weights in the order in which a tile reads them, one block of memory.
///
///     ┌────────┬───────────┬──────┬────────┬─────────┬──────────────────┬────────┬───┐
///     │ header │ directory │ sums │ taps 0 │ words 0 │ next row words 0 │ taps 1 │...│    one of each for every unit
///     └────────┴───────────┴──────┴────────┴─────────┴──────────────────┴────────┴───┘
///
/// *sums* are as in `PackedWeights`.
///
/// A word of activations holds one channel of a pixel under several rows of the kernel, its *taps*: 4 bytes or 2 int16.
/// A kernel of more rows takes several *groups* of words; a group of words of one pixel is 4 vectors:
///
///     words: group 0                                            group 1
///           ┌────── kernel column 0 ──────┬── column 1 ──┬──   ┌──
///           │ vector 0 │ ... │ vector 3   │ vector 0 ... │     │ ...
///
/// *taps* lists the kernel row of each element of the groups' words. A row whose weights do not fit the packed elements is
/// listed again, with what remains of them (see `PackedWeights`): for 3 rows of bytes the fourth element is free anyway.
///
/// Where an element is left over and no row is listed again, it holds the row below the kernel. Then the same words of
/// activations serve the next output row too, with *next row words*, in which weights are one element further on.
struct PackedDepthwise {
  struct Header {
    var common: PackedHeader
    var kernelWidth: Int
    var largestGroups: Int
  }

  struct Entry {
    var groups: Int
    var tapsOffset: Int
    var wordsOffset: Int
    /// 0 where words serve one output row.
    var nextRowOffset: Int
  }

  let address: UnsafeRawPointer

  @inline(__always) var header: Header { address.loadUnaligned(as: Header.self) }

  func unit(_ index: Int) -> PackedDepthwiseUnit {
    let entry = address.loadUnaligned(fromByteOffset: 64 &+ index &* MemoryLayout<Entry>.stride, as: Entry.self)
    return PackedDepthwiseUnit(
      groups: entry.groups, taps: (address + entry.tapsOffset).assumingMemoryBound(to: Int32.self),
      words: (address + entry.wordsOffset).assumingMemoryBound(to: Int32Vector.self),
      nextRowWords: entry.nextRowOffset == 0
        ? nil : (address + entry.nextRowOffset).assumingMemoryBound(to: Int32Vector.self))
  }
}

/// The packed weights of one unit.
struct PackedDepthwiseUnit {
  var groups: Int
  var taps: UnsafePointer<Int32>
  var words: UnsafePointer<Int32Vector>
  /// What gives the output row below from the same activations, one image row further down; nil where they lack its last.
  var nextRowWords: UnsafePointer<Int32Vector>?
}
#endif
