#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// `R` rows times `V` vectors of columns, kept in registers from the first product to the stored result.
///
/// Written once for every row count, panel width, kind of product and kind of result: see Traps. How a row's words get
/// to the multipliers is a folder of its own for each kind of instructions: `addProducts(to:_:words:_:)`.
struct Tile<let R: Int, let V: Int, Dot: TileProduct, Epilogue: TileEpilogue> {
  typealias Accumulators = InlineArray<V, InlineArray<R, Int32Vector>>

  /// - Parameters:
  ///   - rows: `R` pointers to `words` words each; those of the next run stand `RowBlock.addressCount` further.
  ///   - runs: in how many places a row lies, 1 for kinds of products that read no runs.
  ///   - results: where each row's results go; those of this panel `resultOffset` bytes further.
  ///   - columns: how many of the panel's columns exist.
  @inline(never)
  static func run(
    rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int, weights: PackedPanel<Dot>,
    clamping: Clamping, parameters: UnsafeRawPointer, epilogue: Epilogue,
    results: UnsafePointer<UnsafeMutableRawPointer>, resultOffset: Int, columns: Int
  ) {
    var acc = Accumulators(repeating: InlineArray<R, Int32Vector>(repeating: Int32Vector()))
    for v in 0..<V {
      let initial = ColumnParameters(parameters, vector: v).initial
      for r in 0..<R { acc[unchecked: v][unchecked: r] = initial }
    }
    if Dot.isClamped {
      addClampedProducts(to: &acc, rows, words: words, weights, clamping)
    } else if V == 3 {
      addJoinedProducts(
        to: &acc, rows: rows, runs: runs, words: words, weights: weights.words,
        nothing: columns &- 3 &* Int32Vector.scalarCount)
    } else if !addHalfProducts(to: &acc, rows: rows, runs: runs, words: words, weights: weights, columns: columns) {
      addProducts(to: &acc, rows: rows, runs: runs, words: words, weights: weights)
    }

    // One loop for each vector, and none for the results: see Traps.
    let target = Target(results: results, offset: resultOffset, columns: columns)
    scale(&acc, 0, epilogue, parameters, to: target)
    if V > 1 { scale(&acc, 1, epilogue, parameters, to: target) }
    if V > 2 { scale(&acc, 2, epilogue, parameters, to: target) }
    if V > 3 { scale(&acc, 3, epilogue, parameters, to: target) }
    if storesPartsAtOnce || columns >= Target.wholeColumns {
      store(acc, epilogue, to: target, part: InlineArray<0, Void>.self)
    } else {
      store(acc, epilogue, to: target, part: InlineArray<1, Void>.self)
    }
  }

  /// Adds the products of whole rows.
  @inline(__always)
  private static func addProducts(
    to acc: inout Accumulators, rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int,
    weights: PackedPanel<Dot>
  ) {
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    var w = weights.words
    for run in 0..<(Dot.readsRuns ? runs : 1) {
      for r in 0..<R { row[unchecked: r] = rows[run &* RowBlock.addressCount &+ r] }
      addProducts(to: &acc, row, words: words, &w)
    }
    w = weights.remainders
    for i in 0..<weights.remainderCount {
      addProducts(to: &acc, row, offset: Int(weights.remainderOffsets[i]), w)
      w += V
    }
  }

  /// Where results go.
  private struct Target {
    let results: UnsafePointer<UnsafeMutableRawPointer>
    let offset: Int
    let columns: Int

    static var wholeColumns: Int { V &* Int32Vector.scalarCount }
  }

  /// Writes everything; `P` is 1 where the panel holds more columns than exist.
  @inline(__always)
  private static func store<let P: Int>(
    _ acc: Accumulators, _ epilogue: Epilogue, to target: Target, part: InlineArray<P, Void>.Type
  ) {
    store(acc, 0, epilogue, to: target, part: part)
    if R > groupRows { store(acc, 1, epilogue, to: target, part: part) }
    if R > 2 &* groupRows { store(acc, 2, epilogue, to: target, part: part) }
    if R > 3 &* groupRows { store(acc, 3, epilogue, to: target, part: part) }
    if R > 4 &* groupRows { store(acc, 4, epilogue, to: target, part: part) }
    if R > 5 &* groupRows { store(acc, 5, epilogue, to: target, part: part) }
  }

  /// How many rows are written at once.
  @inline(__always) private static var groupRows: Int { 4 / V }

  /// Writes the `i`th group of rows.
  @inline(__always)
  private static func store<let P: Int>(
    _ acc: Accumulators, _ i: Int, _ epilogue: Epilogue, to target: Target, part: InlineArray<P, Void>.Type
  ) {
    let results = target.results + i &* groupRows
    if P == 1 {
      epilogue.storePart(group(acc, i), to: results, offset: target.offset, count: target.columns)
    } else {
      epilogue.store(
        group(acc, i), to: results, offset: target.offset,
        count: storesPartsAtOnce ? target.columns : Target.wholeColumns)
    }
  }

  @inline(__always)
  private static func group(_ acc: Accumulators, _ i: Int) -> RowGroup<V> {
    let first = i &* groupRows
    var group = RowGroup<V>(rows: min(groupRows, R &- first))
    for i in 0..<4 { group.vectors[unchecked: i] = acc[unchecked: i % V][unchecked: min(first &+ i / V, R &- 1)] }
    return group
  }

  /// Adds the products of one word of each row, `offset` bytes from its start.
  @inline(__always)
  static func addProducts(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, offset: Int,
    _ w: UnsafePointer<Dot.WeightVector>
  ) {
    for r in 0..<R {
      let x = Dot.load(row[unchecked: r] + offset)
      for v in 0..<V {
        acc[unchecked: v][unchecked: r] = Dot.accumulate(acc[unchecked: v][unchecked: r], x, Dot.widen(w[v]))
      }
    }
  }

  @inline(__always)
  private static func scale(
    _ acc: inout Accumulators, _ v: Int, _ epilogue: Epilogue, _ parameters: UnsafeRawPointer, to target: Target
  ) {
    epilogue.scale(&acc[unchecked: v], ColumnParameters(parameters, vector: v))
    epilogue.add(
      to: &acc[unchecked: v], results: target.results,
      offset: target.offset &+ v &* Epilogue.resultSize &* Int32Vector.scalarCount)
  }
}
#endif
