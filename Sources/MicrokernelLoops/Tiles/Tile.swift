#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// `R` rows times `V` vectors of columns, kept in registers from the first product to the stored result.
///
/// Written once for every row count, panel width, kind of product and kind of result: see Traps.
struct Tile<let R: Int, let V: Int, Dot: DotProduct, Epilogue: TileEpilogue> {
  /// - Parameters:
  ///   - rows: `R` pointers to `words` words each; those of the next run stand `RowBlock.addressCount` further.
  ///   - runs: in how many places a row lies, 1 for kinds of products that read no runs.
  ///   - results: where each row's results go; those of this panel `resultOffset` bytes further.
  ///   - columns: how many of the panel's columns exist.
  @inline(never)
  static func run(
    rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int, weights: PackedPanel, parameters: UnsafeRawPointer,
    epilogue: Epilogue, results: UnsafePointer<UnsafeMutableRawPointer>, resultOffset: Int, columns: Int
  ) {
    var acc = InlineArray<V, InlineArray<R, Int32Vector>>(
      repeating: InlineArray<R, Int32Vector>(repeating: Int32Vector()))
    for v in 0..<V {
      let initial = ColumnParameters(parameters, vector: v).initial
      for r in 0..<R { acc[unchecked: v][unchecked: r] = initial }
    }
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    var w = weights.words
    for run in 0..<(Dot.readsRuns ? runs : 1) {
      for r in 0..<R { row[unchecked: r] = rows[run &* RowBlock.addressCount &+ r] }
      for word in 0..<words {
        for r in 0..<R {
          let x = Dot.load(row[unchecked: r] + 4 &* word)
          for v in 0..<V {
            acc[unchecked: v][unchecked: r] = Dot.accumulate(acc[unchecked: v][unchecked: r], x, w[v])
          }
        }
        w += V
      }
    }

    w = weights.remainders
    for i in 0..<weights.remainderCount {
      let offset = Int(weights.remainderOffsets[i])
      for r in 0..<R {
        let x = Dot.load(row[unchecked: r] + offset)
        for v in 0..<V {
          acc[unchecked: v][unchecked: r] = Dot.accumulate(acc[unchecked: v][unchecked: r], x, w[v])
        }
      }
      w += V
    }

    // One loop for each vector: see Traps.
    scale(&acc, 0, epilogue, parameters)
    if V > 1 { scale(&acc, 1, epilogue, parameters) }
    if V > 2 { scale(&acc, 2, epilogue, parameters) }
    if V > 3 { scale(&acc, 3, epilogue, parameters) }
    for i in 0..<(R &* V &+ 3) / 4 {
      let first = i &* 4 / V
      var group = RowGroup<V>(rows: min(4 / V, R &- first))
      for i in 0..<4 { group.vectors[unchecked: i] = acc[unchecked: i % V][unchecked: min(first &+ i / V, R &- 1)] }
      epilogue.store(group, to: results + first, offset: resultOffset, count: columns)
    }
  }

  @inline(__always)
  private static func scale(
    _ acc: inout InlineArray<V, InlineArray<R, Int32Vector>>, _ v: Int, _ epilogue: Epilogue,
    _ parameters: UnsafeRawPointer
  ) {
    let column = ColumnParameters(parameters, vector: v)
    for r in 0..<R {
      acc[unchecked: v][unchecked: r] = epilogue.scale(acc[unchecked: v][unchecked: r], column)
    }
  }
}
#endif
