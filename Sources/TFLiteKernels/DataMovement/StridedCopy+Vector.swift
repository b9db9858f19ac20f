import TFLiteMicrokernels

/// A ``StridedCopy`` of bytes along whose one dimension the source is contiguous, and along another one the target:
/// many transpositions of matrices.
struct Transposition: Sendable {
  private let kernels: any TranspositionMicrokernels.Type
  private let copy: StridedCopy
  /// Along which the target is contiguous.
  private let rows: StridedCopy.Dimension
  /// Along which the source is contiguous.
  private let columns: StridedCopy.Dimension
  /// All others.
  private let matrices: [StridedCopy.Dimension]

  /// A chunk of work: so many columns of one matrix.
  private static let chunkColumns = 64
  /// As many rows of a chunk take some milliseconds.
  private static let rowsAtOnce = 1 << 18
  /// Copying fewer bytes than this takes less time than handing them to another thread.
  private static let bytesWorthSharing = 1 << 14

  /// nil where the pattern is another one, and where plain loops are asked for.
  init?(_ kernels: (any TranspositionMicrokernels.Type)?, _ copy: StridedCopy) {
    guard let kernels, copy.runByteCount == 1,
      let row = copy.dimensions.firstIndex(where: { $0.targetStride == 1 }),
      let column = copy.dimensions.firstIndex(where: { $0.sourceStride == 1 }), row != column
    else { return nil }
    self.kernels = kernels
    self.copy = copy
    rows = copy.dimensions[row]
    columns = copy.dimensions[column]
    matrices = copy.dimensions.indices.filter { $0 != row && $0 != column }.map { copy.dimensions[$0] }
  }

  func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, workers: any Workers) {
    let chunksPerMatrix = (columns.count + Self.chunkColumns - 1) / Self.chunkColumns
    let count = matrices.reduce(chunksPerMatrix) { $0 * $1.count }
    let bytesPerChunk = rows.count * min(columns.count, Self.chunkColumns)
    workers.forEachRange(of: count, minimumCount: Self.bytesWorthSharing / bytesPerChunk + 1) { chunks in
      var watch = StopWatch(workers)
      for chunk in chunks {
        let (matrix, part) = chunk.quotientAndRemainder(dividingBy: chunksPerMatrix)
        var rest = matrix
        var (from, to) = (source + copy.sourceOffset, target + copy.targetOffset)
        for dimension in matrices.reversed() {
          let position = rest % dimension.count
          rest /= dimension.count
          from += position * dimension.sourceStride
          to += position * dimension.targetStride
        }
        // Chunks of one matrix have nearly the same number of columns: few are worse than none.
        let columnsOfChunk = (0..<columns.count).chunk(part, of: chunksPerMatrix)
        from += columnsOfChunk.lowerBound
        to += columnsOfChunk.lowerBound * columns.targetStride
        for row in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
          let rowCount = min(rows.count - row, Self.rowsAtOnce)
          kernels.transposeBytes(
            source: from + row * rows.sourceStride, sourceStride: rows.sourceStride, target: to + row,
            targetStride: columns.targetStride, rows: rowCount, columns: columnsOfChunk.count)
          if watch.isOver(after: rowCount * columnsOfChunk.count) { return }
        }
      }
    }
  }
}
