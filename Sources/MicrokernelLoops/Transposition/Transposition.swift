#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
import Builtin

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
      transposeNarrow(source, sourceStride, target, targetStride, rows, columns)
      return
    }
    // The last blocks overlap those before them.
    var column = 0
    while column < columns {
      let firstColumn = min(column, columns &- block)
      var row = 0
      while row < rows {
        let firstRow = min(row, rows &- block)
        let from = source + (firstRow &* sourceStride &+ firstColumn)
        store(transpose(load(from, sourceStride)), target + (firstColumn &* targetStride &+ firstRow), targetStride)
        row &+= block
      }
      column &+= block
    }
  }
}

/// A matrix of fewer than 16 rows or columns. Blocks of 16 times 16 reach beyond it, as far as there is something behind them:
/// what is read there goes nowhere, and what is written there is written again.
@inline(never)
private func transposeNarrow(
  _ source: UnsafeRawPointer, _ sourceStride: Int, _ target: UnsafeMutableRawPointer, _ targetStride: Int, _ rows: Int,
  _ columns: Int
) {
  let block = 16
  var (firstRow, firstColumn) = (0, 0)
  // Two or three rows of the target are written about as fast byte by byte.
  if rows >= block && columns > 3 {
    let end = (rows &- 1) &* sourceStride &+ columns
    withUnsafeTemporaryAllocation(byteCount: block &* block, alignment: block) { transposed in
      let transposed = transposed.baseAddress.unsafelyUnwrapped
      while firstRow &+ block <= rows && (firstRow &+ block &- 1) &* sourceStride &+ block <= end {
        store(transpose(load(source + firstRow &* sourceStride, sourceStride)), transposed, block)
        for column in 0..<columns {
          let bytes = transposed.load(fromByteOffset: column &* block, as: SIMD16<UInt8>.self)
          target.storeBytes(of: bytes, toByteOffset: column &* targetStride &+ firstRow, as: SIMD16<UInt8>.self)
        }
        firstRow &+= block
      }
    }
  } else if rows == 3 && targetStride == 3 {
    // The planes of a picture.
    while firstColumn &+ block <= columns {
      let from = source + firstColumn
      interleave(
        from.loadUnaligned(as: SIMD16<UInt8>.self),
        from.loadUnaligned(fromByteOffset: sourceStride, as: SIMD16<UInt8>.self),
        from.loadUnaligned(fromByteOffset: 2 &* sourceStride, as: SIMD16<UInt8>.self), to: target + 3 &* firstColumn)
      firstColumn &+= block
    }
  } else if columns >= block && rows > 1 && targetStride == rows {
    while (firstColumn &+ block &- 1) &* rows &+ block <= columns &* rows {
      var bytes = Block(repeating: SIMD16<UInt8>())
      for i in 0..<16 {
        let address = source + (min(i, rows &- 1) &* sourceStride &+ firstColumn)
        bytes[unchecked: i] = address.loadUnaligned(as: SIMD16<UInt8>.self)
      }
      store(transpose(bytes), target + firstColumn &* rows, rows)
      firstColumn &+= block
    }
  }
  for column in firstColumn..<columns {
    for row in firstRow..<rows {
      let byte = source.load(fromByteOffset: row &* sourceStride &+ column, as: UInt8.self)
      target.storeBytes(of: byte, toByteOffset: column &* targetStride &+ row, as: UInt8.self)
    }
  }
}

/// The bytes of three vectors in turn.
@inline(__always)
private func interleave(
  _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ c: SIMD16<UInt8>, to target: UnsafeMutableRawPointer
) {
  // First a and b as they come to stand, with gaps for c, which `c` fills then.
  let (a, b, c) = (a._storage._value, b._storage._value, c._storage._value)
  let first = Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
    a, b, SIMD16<Int32>(0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5)._storage._value)
  let second = Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
    a, b, SIMD16<Int32>(21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26)._storage._value)
  let third = Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
    a, b, SIMD16<Int32>(0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0)._storage._value)
  target.storeBytes(
    of: cast(
      Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
        first, c, SIMD16<Int32>(0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15)._storage._value),
      to: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
  target.storeBytes(
    of: cast(
      Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
        second, c, SIMD16<Int32>(0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15)._storage._value),
      to: SIMD16<UInt8>.self), toByteOffset: 16, as: SIMD16<UInt8>.self)
  target.storeBytes(
    of: cast(
      Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
        third, c, SIMD16<Int32>(26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31)._storage._value),
      to: SIMD16<UInt8>.self), toByteOffset: 32, as: SIMD16<UInt8>.self)
}

/// 16 rows of 16 bytes.
private typealias Block = InlineArray<16, SIMD16<UInt8>>

@inline(__always) private func load(_ source: UnsafeRawPointer, _ stride: Int) -> Block {
  var rows = Block(repeating: SIMD16<UInt8>())
  for row in 0..<16 {
    rows[unchecked: row] = source.loadUnaligned(fromByteOffset: row &* stride, as: SIMD16<UInt8>.self)
  }
  return rows
}

/// Interleaving row i with row i + 8, four times, brings every byte to its place.
@inline(__always) private func transpose(_ rows: Block) -> Block {
  var rows = rows
  for _ in 0..<4 {
    var next = rows
    for i in 0..<8 {
      next[unchecked: 2 &* i] = unpackLow(rows[unchecked: i], rows[unchecked: i &+ 8])
      next[unchecked: 2 &* i &+ 1] = unpackHigh(rows[unchecked: i], rows[unchecked: i &+ 8])
    }
    rows = next
  }
  return rows
}

@inline(__always) private func store(_ rows: Block, _ target: UnsafeMutableRawPointer, _ stride: Int) {
  for row in 0..<16 {
    target.storeBytes(of: rows[unchecked: row], toByteOffset: row &* stride, as: SIMD16<UInt8>.self)
  }
}
#endif
