import Testing

@testable import TFLite

/// While a model runs, numbers that are too small to be normal count as 0.
@Suite struct SubnormalTests {
  /// Half the smallest normal number. A call stays where it is written; arithmetic may be moved past other calls.
  @inline(never)
  private func half(_ smallest: Float) -> Float { smallest * 0.5 }

  @Test func areFlushedAndRestored() {
    let flushed = SubnormalNumbers.flushed { half(.leastNormalMagnitude) }
    let kept = half(.leastNormalMagnitude)
    #expect(flushed == 0)
    #expect(kept == .leastNormalMagnitude / 2)
  }

  @Test func areFlushedByEveryThread() {
    let pool = SharedWorkers(threadCount: 3, processorCount: 8)
    let results = UnsafeMutableBufferPointer<Float>.allocate(capacity: 64)
    defer { results.deallocate() }
    results.initialize(repeating: 1)
    SubnormalNumbers.flushed {
      pool.run(chunkCount: results.count) { chunk in results[chunk] = half(.leastNormalMagnitude) }
    }
    #expect(results.allSatisfy { $0 == 0 })
  }
}
