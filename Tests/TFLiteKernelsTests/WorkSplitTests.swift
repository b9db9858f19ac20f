import Testing

@testable import TFLiteKernels

/// How work is cut for threads.
@Suite struct WorkSplitTests {
  /// Threads that take turns.
  private final class Turns: Workers {
    let threadCount: Int

    init(_ threadCount: Int) { self.threadCount = threadCount }

    func run(chunkCount: Int, _ body: (Int) -> Void) {
      for chunk in 0..<chunkCount { body(chunk) }
    }
  }

  /// Threads that take turns at long work, and are stopped when they have looked so many times.
  private final class Pieces: Workers {
    let threadCount: Int
    let pieceCount: Int
    private let lookLimit: Int
    nonisolated(unsafe) private var looks = 0

    init(_ threadCount: Int, pieces: Int, lookLimit: Int = .max) {
      (self.threadCount, pieceCount, self.lookLimit) = (threadCount, pieces, lookLimit)
    }

    var isStopped: Bool {
      looks += 1
      return looks > lookLimit
    }

    func run(chunkCount: Int, _ body: (Int) -> Void) {
      for chunk in 0..<chunkCount { body(chunk) }
    }
  }

  @Test(arguments: [1, 2, 3, 8], [1, 2, 7, 100, Int.max]) func piecesCoverAllOnce(threadCount: Int, pieces: Int) {
    for count in [0, 1, 2, 99, 1000] {
      for minimumCount in [1, 10, 10_000] {
        var found: [Range<Int>] = []
        Pieces(threadCount, pieces: pieces).forEachRange(of: count, minimumCount: minimumCount) { found.append($0) }
        #expect(found.map(\.lowerBound) == [0] + found.dropLast().map(\.upperBound) && found.last?.upperBound == count)
        #expect(found.count <= max(1, count / minimumCount))
        if count / minimumCount >= pieces { #expect(found.count >= pieces * 2 / 3) }
      }
    }
  }

  /// Tensors without elements may have that many rows.
  @Test(arguments: [1, 2, 3, 8], [1, 7]) func moreRowsThanThereCouldBeElements(threadCount: Int, pieces: Int) {
    for count in [1 << 61, Int.max] {
      var found: [Range<Int>] = []
      Pieces(threadCount, pieces: pieces).forEachRange(of: count) { found.append($0) }
      #expect(found.map(\.lowerBound) == [0] + found.dropLast().map(\.upperBound) && found.last?.upperBound == count)
    }
  }

  @Test func chunksAreSharesRoundedDown() {
    for count in [0, 1, 7, 1000] {
      for chunkCount in 1...9 {
        for chunk in 0..<chunkCount {
          #expect(
            (0..<count).chunk(chunk, of: chunkCount) == count * chunk / chunkCount..<count * (chunk + 1) / chunkCount)
        }
      }
    }
  }

  @Test func partsAreTheWhole() {
    let ranges: [Range<Int>] = [0..<0, 3..<4, -5..<1 << 16, 1..<1 << 16 + 1, 1..<1 << 16 + 2, 7..<1 << 18]
    for range in ranges {
      let parts = Array(range.parts)
      #expect(parts.flatMap { Array($0) } == Array(range))
      #expect(parts.allSatisfy { !$0.isEmpty && $0.count <= 1 << 16 })
    }
  }

  @Test(arguments: [1, 2, 3, 8]) func noPieceBeginsOnceTheRunIsStopped(threadCount: Int) {
    for lookLimit in 0..<40 {
      var (ranges, parts) = (0, 0)
      Pieces(threadCount, pieces: 40, lookLimit: lookLimit).forEachRange(of: 1000) { _ in ranges += 1 }
      #expect(ranges == lookLimit)
      let split = WorkSplit(rows: 1000, columns: 1, minimumWork: 1, scratchPerChunk: 0)
      withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: 1) { outputs in
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 64) { scratch in
          guard let outputs = outputs.baseAddress, let scratch = scratch.baseAddress else { return }
          let call = OperatorCall(
            inputs: UnsafeBufferPointer(start: nil, count: 0), outputs: outputs, scratch: scratch,
            workers: Pieces(threadCount, pieces: 40, lookLimit: lookLimit))
          split.run(call) { _, _, _ in parts += 1 }
        }
      }
      #expect(parts == lookLimit)
    }
  }

  /// A watch looks every so many steps, and does not go on once it is over.
  @Test func aWatchCountsSteps() {
    var watch = StopWatch(Pieces(1, pieces: 1, lookLimit: 2))
    var rounds = 0
    while !watch.isOver(after: 1 << 20) { rounds += 1 }
    #expect(rounds == 3 * 4 - 1)
    #expect(watch.isOver(after: 0) && watch.isOver(after: 1))
    #expect(throws: RunStopped.self) { try watch.check(after: 0) }
    var elements = 0
    watch.forEachPart(of: 0..<1 << 20) { elements += $0.count }
    #expect(elements == 1 << 16)
    var endless = StopWatch(nil)
    endless.forEachPart(of: 3..<3 + 1 << 24, stepsPerElement: 100) { elements += $0.count }
    #expect(elements == 1 << 16 + 1 << 24)
  }

  @Test(arguments: [1, 2, 3, 8]) func everyThreadGetsAsManyChunks(threadCount: Int) {
    let workers = Turns(threadCount)
    for limit in 1...100 {
      let count = workers.chunkCount(atMost: limit)
      #expect(count >= 1 && count <= max(1, limit) && count <= 4 * threadCount)
      #expect(limit < threadCount ? count == (threadCount == 1 ? 1 : limit) : count.isMultiple(of: threadCount))
    }
  }

  private struct Shape: CustomTestStringConvertible {
    let rows: Int
    let columns: Int
    let minimumRows: Int

    var testDescription: String { "\(rows) rows of at least \(minimumRows), \(columns) columns" }

    static let all = [1, 2, 9, 36, 100, 361].flatMap { rows in
      [1, 2, 5, 20].flatMap { columns in [1, 16].map { Shape(rows: rows, columns: columns, minimumRows: $0) } }
    }
  }

  @Test(arguments: Shape.all) private func chunksCoverAllOnce(_ shape: Shape) {
    let split = WorkSplit(
      rows: shape.rows, columns: shape.columns, minimumWork: 3, minimumRows: shape.minimumRows, scratchPerChunk: 64)
    let outputs = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)
    defer { outputs.deallocate() }
    for threadCount in [1, 2, 3, 8] {
      var marks = [Int](repeating: 0, count: shape.rows * shape.columns)
      var scratches: Set<Int> = []
      withUnsafeTemporaryAllocation(byteCount: max(64, split.scratchByteCount), alignment: 64) { memory in
        let scratch = memory.baseAddress.unsafelyUnwrapped
        let call = OperatorCall(
          inputs: UnsafeBufferPointer(start: nil, count: 0), outputs: outputs, scratch: scratch,
          workers: Turns(threadCount))
        split.run(call) { rows, columns, part in
          for row in rows { for column in columns { marks[row * shape.columns + column] += 1 } }
          if rows.count < shape.rows { #expect(rows.count >= shape.minimumRows) }
          #expect(scratches.insert(part - scratch).inserted && part - scratch + 64 <= max(64, split.scratchByteCount))
        }
      }
      #expect(marks.allSatisfy { $0 == 1 })
    }
  }
}
