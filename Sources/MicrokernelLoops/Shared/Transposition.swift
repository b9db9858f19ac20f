import Builtin

extension InstructionSet {
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
      next[unchecked: 2 &* i] = interleaveLow(rows[unchecked: i], rows[unchecked: i &+ 8])
      next[unchecked: 2 &* i &+ 1] = interleaveHigh(rows[unchecked: i], rows[unchecked: i &+ 8])
    }
    rows = next
  }
  for row in 0..<16 {
    target.storeBytes(of: rows[unchecked: row], toByteOffset: row &* targetStride, as: SIMD16<UInt8>.self)
  }
}

/// The low 8 bytes of a and of b, in turn.
@inline(__always) private func interleaveLow(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
  cast(
    Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
      a._storage._value, b._storage._value,
      SIMD16<Int32>(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)._storage._value),
    to: SIMD16<UInt8>.self)
}

/// The high 8 bytes of a and of b, in turn.
@inline(__always) private func interleaveHigh(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
  cast(
    Builtin.shufflevector_Vec16xInt8_Vec16xInt32(
      a._storage._value, b._storage._value,
      SIMD16<Int32>(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)._storage._value),
    to: SIMD16<UInt8>.self)
}
