#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// The accumulators themselves, as int32: for fully connected layers and dynamic-range models, which scale in double or
/// float.
struct AccumulatorEpilogue: TileEpilogue {
  @inline(__always) static var resultSize: Int { 4 }

  @inline(__always) init(_ header: EpilogueHeader) {}

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector { sums }

  // A call for each group: four stores for each vector would be too many instructions beside a tile's loop (see Traps).
  @inline(never)
  func store<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int
  ) {
    let lanes = Int32Vector.scalarCount
    if count >= V &* lanes {
      let vectors = columnOrder(group)
      for i in 0..<4 where i / V < group.rows {
        (results[i / V] + (offset &+ 4 &* lanes &* (i % V))).storeBytes(of: vectors[i], as: Int32Vector.self)
      }
    } else {
      storeFours(group, to: results, offset: offset, count: count)
    }
  }

  @inline(__always)
  private func columnOrder<let V: Int>(_ group: RowGroup<V>) -> InlineArray<4, Int32Vector> {
    if V == 1 { return group.vectors }
    if V == 4 { return alternateParts(group.vectors) }
    let (first, second) = (alternateParts(group[0], group[1]), alternateParts(group[2], group[3]))
    return [first.0, first.1, second.0, second.1]
  }

  /// Four columns at a time, and what is left of them.
  @inline(never)
  private func storeFours<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int
  ) {
    // Through memory, once: see Traps.
    withUnsafeBytes(of: group.vectors) { vectors in
      for row in 0..<group.rows {
        let address = results[row] + offset
        for part in 0..<Int32Vector.scalarCount / 4 {
          for v in 0..<V {
            // Panel order: see `Panels.column`.
            let column = 4 &* (part &* V &+ v)
            if column >= count { break }
            let four = vectors.loadUnaligned(
              fromByteOffset: (row &* V &+ v) &* MemoryLayout<Int32Vector>.size &+ 16 &* part, as: SIMD16<UInt8>.self)
            if column &+ 4 <= count {
              (address + 4 &* column).storeBytes(of: four, as: SIMD16<UInt8>.self)
            } else {
              storeBytes(four, to: address + 4 &* column, count: 4 &* (count &- column))
            }
          }
        }
      }
    }
  }
}
#endif
