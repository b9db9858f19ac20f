#if FOR_X86_64 && arch(x86_64)
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
    for word in 0..<words {
      addProducts(to: &acc, row, offset: 4 &* word, w)
      w += V
    }
  }
}
#endif
