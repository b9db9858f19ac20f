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

  private var chunkLimit: Int { min(Self.largestChunkCount, max(rows, columns), max(1, rows * columns / minimumWork)) }

  /// Calls `body` with ranges of rows and columns that cover all, and working memory for each.
  func run(_ call: OperatorCall, _ body: (Range<Int>, Range<Int>, UnsafeMutableRawPointer) -> Void) {
    let byRows = rows / minimumRows >= min(columns, call.workers.threadCount)
    let chunkCount = call.workers.chunkCount(atMost: min(chunkLimit, byRows ? rows / minimumRows : columns))
    guard chunkCount > 1 else { return body(0..<rows, 0..<columns, call.scratch) }
    let count = byRows ? rows : columns
    call.workers.run(chunkCount: chunkCount) { chunk in
      let part = count * chunk / chunkCount..<count * (chunk + 1) / chunkCount
      let scratch = call.scratch + chunk * scratchPerChunk
      if byRows { body(part, 0..<columns, scratch) } else { body(0..<rows, part, scratch) }
    }
  }
}
