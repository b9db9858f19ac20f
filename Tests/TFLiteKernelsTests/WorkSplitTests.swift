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
