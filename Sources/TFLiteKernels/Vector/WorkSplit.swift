/// How one operator's work is cut into chunks that threads can take, and the working memory each needs.
///
/// Rows of results are shared out first; columns (groups of channels) only where there are few rows.
struct WorkSplit: Equatable, Sendable {
  let rows: Int
  let columns: Int
  /// Chunks have at least this much of rows times columns.
  let minimumWork: Int
  /// Chunks of rows have at least so many, or the inner loops do worse.
  let minimumRows: Int
  let scratchPerChunk: Int

  /// More multiplications or bytes than these in one piece, which no thread leaves, take a tenth of a second: plain loops
  /// do them, which look around.
  static let longestPiece = 1 << 30

  /// Working memory is set aside for so many chunks; more would only cost memory.
  static let largestChunkCount = 16

  init(rows: Int, columns: Int, minimumWork: Int, minimumRows: Int = 1, scratchPerChunk: Int) {
    self.rows = rows
    self.columns = columns
    self.minimumWork = max(1, minimumWork)
    self.minimumRows = minimumRows
    self.scratchPerChunk = (scratchPerChunk + 63) / 64 * 64
  }

  var scratchByteCount: Int { chunkLimit * scratchPerChunk }

  private var chunkLimit: Int {
    min(Self.largestChunkCount, max(rows, columns), max(1, rows.clampedProduct(columns) / minimumWork))
  }

  /// Whether chunks are rows with all their columns.
  func isByRows(_ workers: any Workers) -> Bool { rows / minimumRows >= min(columns, workers.threadCount) }

  /// Calls `body` with ranges of rows and columns that cover all, and working memory for each; but for those that are left
  /// when the run is stopped.
  func run(_ call: OperatorCall, _ body: (Range<Int>, Range<Int>, UnsafeMutableRawPointer) -> Void) {
    let workers = call.workers
    let byRows = isByRows(workers)
    let chunkCount = workers.chunkCount(atMost: min(chunkLimit, byRows ? rows / minimumRows : columns))
    let count = byRows ? rows : columns
    func work(on part: Range<Int>, of chunk: Int) {
      let scratch = call.scratch + chunk * scratchPerChunk
      // No less than what is worth a chunk: an operator may run several splits.
      let minimumCount = minimumWork / max(1, byRows ? columns : rows)
      workers.forEachPiece(
        of: part, sharedBy: max(1, chunkCount), minimumCount: max(minimumCount, byRows ? minimumRows : 1)
      ) { piece in
        if byRows { body(piece, 0..<columns, scratch) } else { body(0..<rows, piece, scratch) }
      }
    }
    guard chunkCount > 1 else { return work(on: 0..<count, of: 0) }
    workers.run(chunkCount: chunkCount) { chunk in
      work(on: (0..<count).chunk(chunk, of: chunkCount), of: chunk)
    }
  }

  /// The same, and what is fused into the operator: block by block, as long as blocks are in the nearest cache.
  ///
  /// - Parameters:
  ///   - output: the results, row behind row.
  ///   - rowByteCount: of a row of results.
  func run(
    _ call: OperatorCall, then operations: [any PostOperation], output: UnsafeMutableRawPointer, rowByteCount: Int,
    _ body: (Range<Int>, Range<Int>, UnsafeMutableRawPointer) -> Void
  ) {
    guard !operations.isEmpty else { return run(call, body) }
    func finish(_ rows: Range<Int>) {
      let bytes = rows.lowerBound * rowByteCount..<rows.upperBound * rowByteCount
      for operation in operations { operation.apply(call, to: output, bytes: bytes) }
    }
    guard isByRows(call.workers) else {
      run(call, body)
      return call.workers.forEachRange(of: rows, minimumCount: max(1, (1 << 13) / rowByteCount), finish)
    }
    let blockSize = max(minimumRows, Self.blockByteCount / rowByteCount)
    run(call) { rows, columns, scratch in
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: blockSize) {
        let block = first..<min(first + blockSize, rows.upperBound)
        body(block, columns, scratch)
        finish(block)
      }
    }
  }

  /// Half of what the nearest cache holds on the machines that were measured.
  private static let blockByteCount = 1 << 14
}
