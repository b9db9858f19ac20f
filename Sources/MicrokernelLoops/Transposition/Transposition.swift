#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Transposes a matrix of bytes.
  ///
  /// - Parameters:
  ///   - source: `rows` rows of `columns` bytes, `sourceStride` apart.
  ///   - target: `columns` rows of `rows` bytes, `targetStride` apart; nothing else is written. Not part of the source.
  @inline(never)
  public static func transposeBytes(
    source: UnsafeRawPointer, sourceStride: Int, target: UnsafeMutableRawPointer, targetStride: Int, rows: Int,
    columns: Int
  ) {
    let block = 16
    guard rows >= block, columns >= block else {
      for column in 0..<columns {
        for row in 0..<rows {
          let byte = source.load(fromByteOffset: row &* sourceStride &+ column, as: UInt8.self)
          target.storeBytes(of: byte, toByteOffset: column &* targetStride &+ row, as: UInt8.self)
        }
      }
      return
    }
    // The last blocks overlap those before them.
    var column = 0
    while column < columns {
      let firstColumn = min(column, columns &- block)
      var row = 0
      while row < rows {
        let firstRow = min(row, rows &- block)
        transposeBlock(
          source + (firstRow &* sourceStride &+ firstColumn), sourceStride,
          target + (firstColumn &* targetStride &+ firstRow), targetStride)
        row &+= block
      }
      column &+= block
    }
  }
}

/// 16 rows of 16 bytes. Interleaving row i with row i + 8, four times, brings every byte to its place.
@inline(__always)
private func transposeBlock(
  _ source: UnsafeRawPointer, _ sourceStride: Int, _ target: UnsafeMutableRawPointer, _ targetStride: Int
) {
  var rows = InlineArray<16, SIMD16<UInt8>>(repeating: SIMD16<UInt8>())
  for row in 0..<16 {
    rows[unchecked: row] = source.loadUnaligned(fromByteOffset: row &* sourceStride, as: SIMD16<UInt8>.self)
  }
  for _ in 0..<4 {
    var next = rows
    for i in 0..<8 {
      next[unchecked: 2 &* i] = unpackLow(rows[unchecked: i], rows[unchecked: i &+ 8])
      next[unchecked: 2 &* i &+ 1] = unpackHigh(rows[unchecked: i], rows[unchecked: i &+ 8])
    }
    rows = next
  }
  for row in 0..<16 {
    target.storeBytes(of: rows[unchecked: row], toByteOffset: row &* targetStride, as: SIMD16<UInt8>.self)
  }
}
#endif
