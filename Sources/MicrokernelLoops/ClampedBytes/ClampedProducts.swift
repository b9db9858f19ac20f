#if FOR_X86_64 && arch(x86_64)
extension Tile {
  /// Adds all products of rows that `ClampedRows` has made.
  @inline(__always)
  static func addClampedProducts(
    to acc: inout Accumulators, _ rows: UnsafePointer<UnsafeRawPointer>, words: Int, _ weights: PackedPanel<Dot>,
    _ clamping: Clamping
  ) {
    if let sums = clamping.sums {
      for v in 0..<V {
        for r in 0..<R { acc[unchecked: v][unchecked: r] &+= sums[r &* V &+ v] }
      }
      return
    }
    if let laneSums = clamping.laneSums {
      for v in 0..<V {
        let lowest = laneSums[v] &* Int32Vector(repeating: clamping.lowest)
        for r in 0..<R { acc[unchecked: v][unchecked: r] &+= lowest }
      }
    }
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    for r in 0..<R { row[unchecked: r] = rows[r] }
    var w = weights.words
    if clamping.addsPairs {
      for pair in 0..<words / 2 {
        addPairs(to: &acc, row, offset: 8 &* pair, w)
        if R <= 2 {
          fetch(UnsafeRawPointer(w) + Dot.fetchDistance)
          fetch(UnsafeRawPointer(w) + (Dot.fetchDistance &+ 64))
        }
        w += 2 &* V
      }
      if words % 2 == 1 { addProducts(to: &acc, row, offset: 4 &* (words &- 1), w) }
    } else {
      for word in 0..<words {
        addProducts(to: &acc, row, offset: 4 &* word, w)
        if R <= 2 { fetch(UnsafeRawPointer(w) + Dot.fetchDistance) }
        w += V
      }
    }
    for i in 0..<weights.remainderCount {
      let offset = Int(weights.remainderOffsets[i])
      addProducts(to: &acc, row, offset: offset, weights.remainders + i &* V)
      if clamping.masks != nil { addExcess(to: &acc, row, offset: offset, weights.remainders + i &* V, clamping) }
    }
    guard let masks = clamping.masks else { return }
    for chunk in 0..<clamping.chunks {
      var mask: UInt32 = 0
      for two in 0..<(R &+ 1) / 2 { mask |= masks[two &* clamping.chunks &+ chunk] }
      while mask != 0 {
        let word = 32 &* chunk &+ mask.trailingZeroBitCount
        addExcess(to: &acc, row, offset: 4 &* word, weights.words + word &* V, clamping)
        mask &= mask &- 1
      }
    }
  }

  /// Adds the products of two words of each row, `offset` bytes from its start.
  @inline(__always)
  private static func addPairs(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, offset: Int,
    _ w: UnsafePointer<Dot.WeightVector>
  ) {
    for r in 0..<R {
      let first = Dot.load(row[unchecked: r] + offset)
      let second = Dot.load(row[unchecked: r] + (offset &+ 4))
      for v in 0..<V {
        acc[unchecked: v][unchecked: r] = ClampedBytes.accumulate(
          acc[unchecked: v][unchecked: r], (first, second), (Dot.widen(w[v]), Dot.widen(w[V &+ v])))
      }
    }
  }

  /// Adds the products of what one word of each row was above the window of activations, and below it.
  @inline(__always)
  private static func addExcess(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, offset: Int,
    _ w: UnsafePointer<Dot.WeightVector>, _ clamping: Clamping
  ) {
    guard let below = clamping.below else {
      addProducts(to: &acc, row, offset: clamping.above &+ offset, w)
      return
    }
    for r in 0..<R {
      let over = Dot.load(row[unchecked: r] + (clamping.above &+ offset))
      let under = Dot.load(row[unchecked: r] + (below &+ offset))
      for v in 0..<V {
        acc[unchecked: v][unchecked: r] = ClampedBytes.accumulate(
          acc[unchecked: v][unchecked: r], over, less: under, Dot.widen(w[v]))
      }
    }
  }
}
#endif
