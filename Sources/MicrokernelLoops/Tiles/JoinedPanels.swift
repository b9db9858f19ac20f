#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension Tile {
  /// Adds the products of a panel of two vectors of columns and of the one behind it, which has one: see
  /// `PanelProduct.joinsPanels`.
  ///
  /// - Parameter weights: those of the first panel; those of the second follow.
  @inline(__always)
  static func addJoinedProducts(
    to acc: inout Accumulators, rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int,
    weights: UnsafePointer<Dot.WeightVector>
  ) {
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    var w = weights
    var third = weights + 2 &* runs &* words
    for run in 0..<runs {
      for r in 0..<R { row[unchecked: r] = rows[run &* RowBlock.addressCount &+ r] }
      for word in 0..<words {
        let (first, second, last) = (Dot.widen(w[0]), Dot.widen(w[1]), Dot.widen(third[0]))
        for r in 0..<R {
          let x = Dot.load(row[unchecked: r] + 4 &* word)
          acc[unchecked: 0][unchecked: r] = Dot.accumulate(acc[unchecked: 0][unchecked: r], x, first)
          acc[unchecked: 1][unchecked: r] = Dot.accumulate(acc[unchecked: 1][unchecked: r], x, second)
          acc[unchecked: 2][unchecked: r] = Dot.accumulate(acc[unchecked: 2][unchecked: r], x, last)
        }
        w += 2
        third += 1
      }
    }
  }
}
#endif
