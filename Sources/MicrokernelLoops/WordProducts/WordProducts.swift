#if FOR_X86_64 && arch(x86_64)
import Builtin

/// What a tile needs of a kind of product.
typealias TileProduct = DotProduct

extension Tile {
  /// Adds the products of `words` words of each row, and moves `w` past their weights: word by word, each loaded into every
  /// lane.
  @inline(__always)
  static func addProducts(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, words: Int,
    _ w: inout UnsafePointer<Dot.WeightVector>
  ) {
    var word = 0
    if takesTwoWords {
      while word &+ 2 <= words {
        addProducts(to: &acc, row, offset: 4 &* word, w)
        addProducts(to: &acc, row, offset: 4 &* (word &+ 1), w + V)
        w += 2 &* V
        word &+= 2
      }
    }
    while word < words {
      addProducts(to: &acc, row, offset: 4 &* word, w)
      // Few rows are done with weights sooner than memory brings the next ones unasked.
      if R <= 4 && Dot.fetchDistance > 0 { fetch(UnsafeRawPointer(w) + Dot.fetchDistance) }
      w += V
      word &+= 1
    }
  }

  /// Whether a loop does better with half as many steps: what counts them takes turns with products. Others than those of one
  /// instruction for each vector need the registers.
  @inline(__always) private static var takesTwoWords: Bool {
    Int32Vector.scalarCount >= 8 && R > 4 && Dot.readsRuns && !Dot.roundsProducts
  }
}

/// Has the processor bring what lies at `address`, if anything does, into its caches.
@inline(__always) func fetch(_ address: UnsafeRawPointer) {
  // To be read, often, data.
  Builtin.int_prefetch_RawPointer(address._rawValue, (0 as Int32)._value, (3 as Int32)._value, (1 as Int32)._value)
}
#endif
