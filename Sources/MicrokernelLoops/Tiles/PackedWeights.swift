#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Weights in the order in which a tile reads them, one block of memory.
///
///     ┌────────┬───────────┬──────┬─────────┬─────────┬───┬──────────────┬───────────────────┐
///     │ header │ directory │ sums │ panel 0 │ panel 1 │...│ remainders 0 │ offsets 0 │ ...   │
///     └────────┴───────────┴──────┴─────────┴─────────┴───┴──────────────┴───────────────────┘
///
/// - A *panel* holds, for each word of a row, a vector of words for each vector of its columns:
///
///           word 0                                      word 1
///           vector 0             vector 1               vector 0
///          ┌─────┬─────┬───┬────┬─────┬─────┬───┬────┐┌─────┬───
///          │col 0│col 1│...│    │col 4│col 5│...│    ││col 0│ ...      each cell 4 bytes: 4 int8, 2 int16 or 1 float;
///          └─────┴─────┴───┴────┴─────┴─────┴───┴────┘└─────┴───      or 2: 2 int8 that tiles widen to int16
///
///   The order of columns: see `Panels.column`. Where an instruction multiplies pairs of rows with pairs of columns
///   (`pairsRows`), two words of a column stand together, and a vector holds two columns:
///
///           words 0 and 1
///           vector 0, first half    vector 0, second half   vector 1, first half
///          ┌───────────┬───────────┬───────────┬───────────┬───
///          │   col 0   │   col 1   │   col 2   │   col 3   │ ...       each cell 8 bytes
///          └───────────┴───────────┴───────────┴───────────┴───
///
/// - *Remainders*: w - zeroPoint spans -255...255, which int8 does not hold; but in models quantized by minimum and maximum
///   only a few weights of a layer leave it. These are clamped, and what remains of them becomes a further word of
///   weights, with the offset of the activations it is to be multiplied by. So the weights' zero point costs nothing
///   elsewhere, and any weights at all are right.
/// - *sums*: the sum of each column's weights less their zero point, for the activations' zero point, and whether all of
///   them are 0.
struct PackedWeights {
  /// What follows the header that all packed weights have.
  struct Header {
    var common: PackedHeader
    var words: Int
    var panelsOffset: Int
    /// Of the sums once more, in the order of the panels: where rows are clamped, tiles need them.
    var laneSumsOffset = 0
    var reaches = Reaches()
  }

  /// How far unsigned activations may lie above the lowest, such that sums of two words' products, and of one word's, fit
  /// 16 bits: see `ClampedBytes`.
  struct Reaches {
    var pairs = UInt8.max
    var words = UInt8.max
  }

  /// What the directory says of a panel.
  struct Entry {
    var remainderCount: Int
    var remaindersOffset: Int
    var offsetsOffset: Int
  }

  /// How many words of a column stand together.
  @inline(__always) static var wordsTogether: Int { EntryPoints.pairsRows ? 2 : 1 }

  /// Where a lane's first word stands in a panel, in words.
  @inline(__always) static func offset(vector: Int, lane: Int) -> Int {
    let columns = Int32Vector.scalarCount / wordsTogether
    return (vector &* wordsTogether &+ lane / columns) &* Int32Vector.scalarCount &+ wordsTogether &* (lane % columns)
  }

  /// How far from a lane's first word another one stands, in words, where a panel has `step` columns.
  @inline(__always) static func offset(word: Int, step: Int) -> Int {
    word / wordsTogether &* (wordsTogether &* step) &+ word % wordsTogether
  }

  /// Where a word stands in a row of activations, in bytes from its start; see `RowBlock.pairRows`.
  @inline(__always) static func rowOffset(word: Int) -> Int {
    word / wordsTogether &* (4 &* wordsTogether &* wordsTogether) &+ 4 &* (word % wordsTogether)
  }

  let address: UnsafeRawPointer

  @inline(__always) var header: Header { address.loadUnaligned(as: Header.self) }

  @inline(__always) func entry(_ index: Int) -> Entry {
    address.loadUnaligned(fromByteOffset: 64 &+ index &* MemoryLayout<Entry>.stride, as: Entry.self)
  }

  @inline(__always) func panel<Dot>(_ panel: Panel, _ index: Int) -> PackedPanel<Dot> {
    let header = header
    let entry = entry(index)
    let words =
      address + (header.panelsOffset &+ panel.firstVector &* header.words &* MemoryLayout<Dot.WeightVector>.size)
    return PackedPanel(
      words: words.assumingMemoryBound(to: Dot.WeightVector.self),
      remainders: (address + entry.remaindersOffset).assumingMemoryBound(to: Dot.WeightVector.self),
      remainderOffsets: (address + entry.offsetsOffset).assumingMemoryBound(to: Int32.self),
      remainderCount: entry.remainderCount)
  }

  /// Where rows are clamped: the sum of a column's weights in each lane of a panel.
  @inline(__always) func laneSums(_ panel: Panel) -> UnsafePointer<Int32Vector> {
    (address + header.laneSumsOffset).assumingMemoryBound(to: Int32Vector.self) + panel.firstVector
  }
}

/// One panel of packed weights, as a tile takes it.
struct PackedPanel<Dot: TileProduct> {
  var words: UnsafePointer<Dot.WeightVector>
  var remainders: UnsafePointer<Dot.WeightVector>
  /// In bytes from the start of a row.
  var remainderOffsets: UnsafePointer<Int32>
  var remainderCount: Int
}
#endif
