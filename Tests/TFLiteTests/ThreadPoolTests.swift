import Synchronization
import TFLiteCLibrary
import TFLiteKernels
import Testing

@testable import TFLite

@Suite struct ThreadPoolTests {
  @Test(arguments: [1, 2, 3, 8])
  func everyChunkRunsOnce(threadCount: Int) {
    let pool = SharedWorkers(threadCount: threadCount, processorCount: 8)
    for chunkCount in [0, 1, 2, 3, 7, 64] {
      for _ in 0..<200 {
        let counts = (0..<chunkCount).map { _ in Counter() }
        pool.run(chunkCount: chunkCount) { counts[$0].value.wrappingAdd(1, ordering: .relaxed) }
        #expect(counts.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
      }
    }
  }

  @Test(arguments: [1, 2, 5])
  func rangesCoverEverythingOnce(threadCount: Int) {
    let pool = SharedWorkers(threadCount: threadCount, processorCount: 8)
    for count in [0, 1, 5, 100, 1001] {
      let marks = (0..<count).map { _ in Counter() }
      pool.forEachRange(of: count) { range in
        for index in range { marks[index].value.wrappingAdd(1, ordering: .relaxed) }
      }
      #expect(marks.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
    }
  }

  @Test func poolsComeAndGoWithoutHanging() {
    for _ in 0..<200 {
      let total = Counter()
      SharedWorkers(threadCount: 4, processorCount: 8).run(chunkCount: 9) {
        total.value.wrappingAdd($0, ordering: .relaxed)
      }
      #expect(total.value.load(ordering: .relaxed) == 36)
    }
  }

  @Test func callersWithOtherNumbersOfThreadsShareThePool() async {
    let total = Counter()
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<6 {
        group.addTask {
          for round in 0..<300 {
            // Some pools grow while others use them.
            let workers = SharedWorkers(threadCount: 2 + (caller + round) % 4, processorCount: 8)
            workers.run(chunkCount: 5) { total.value.wrappingAdd($0, ordering: .relaxed) }
          }
        }
      }
    }
    #expect(total.value.load(ordering: .relaxed) == 6 * 300 * 10)
  }

  @Test func aJobInsideAJobIsDoneByItsCaller() {
    let workers = SharedWorkers(threadCount: 3, processorCount: 8)
    let total = Counter()
    workers.run(chunkCount: 4) { _ in
      workers.run(chunkCount: 4) { total.value.wrappingAdd($0, ordering: .relaxed) }
    }
    #expect(total.value.load(ordering: .relaxed) == 4 * 6)
  }

  @Test func interpretersDoNotMultiplyThreads() {
    let small = ThreadPool.shared(helperCount: 2)
    #expect(small.helperCount >= 2)
    let large = ThreadPool.shared(helperCount: 6)
    #expect(small === large)
    #expect(small.helperCount >= 6)
  }

  @Test func noMoreThreadsWorkThanThereAreProcessors() {
    #expect(AvailableProcessors.count() >= 1)
    let caller = pthread_self()
    let isAlone = Counter()
    SharedWorkers(threadCount: 4, processorCount: 1).run(chunkCount: 64) { _ in
      if pthread_equal(pthread_self(), caller) != 0 { isAlone.value.wrappingAdd(1, ordering: .relaxed) }
    }
    #expect(isAlone.value.load(ordering: .relaxed) == 64)
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }
}
