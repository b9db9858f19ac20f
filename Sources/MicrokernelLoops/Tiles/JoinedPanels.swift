#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension Tile {
  /// Adds the products of a panel of two vectors of columns and of the one behind it, which has one: see
  /// `PanelProduct.joinsPanels`.
  ///
  /// - Parameters:
  ///   - weights: those of the first panel; those of the second follow.
  ///   - nothing: 0, which the compiler does not know.
  @inline(__always)
  static func addJoinedProducts(
    to acc: inout Accumulators, rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int,
    weights: UnsafePointer<Dot.WeightVector>, nothing: Int
  ) {
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    var w = weights
    // Twelve sums and what they need fill sixteen registers. So the third weight has none: each row has an address of its own
    // for it, lest the compiler finds out that it is the same.
    var third = InlineArray<R, UnsafePointer<Dot.WeightVector>>(repeating: weights + 2 &* runs &* words)
    for r in 0..<R { third[unchecked: r] += r &* nothing }
    for run in 0..<runs {
      for r in 0..<R { row[unchecked: r] = rows[run &* RowBlock.addressCount &+ r] }
      for word in 0..<words {
        let (first, second) = (Dot.widen(w[0]), Dot.widen(w[1]))
        for r in 0..<R {
          let x = Dot.load(row[unchecked: r] + 4 &* word)
          acc[unchecked: 0][unchecked: r] = Dot.accumulate(acc[unchecked: 0][unchecked: r], x, first)
          acc[unchecked: 1][unchecked: r] = Dot.accumulate(acc[unchecked: 1][unchecked: r], x, second)
          acc[unchecked: 2][unchecked: r] = Dot.accumulate(
            acc[unchecked: 2][unchecked: r], x, Dot.widen(third[unchecked: r][word]))
        }
        w += 2
      }
      for r in 0..<R { third[unchecked: r] += words }
    }
  }
}
#endif
