import Foundation
import Synchronization
import TestModels
import TestRandomness
import Testing

@testable import TFLiteVision

/// Work whose results come in order, whoever is done first.
@Suite struct OrderedWorkTests {
  /// A worker that notices when two threads use it.
  private final class Worker: Sendable {
    let uses = Atomic(0)
  }

  private struct Refusal: Error, Equatable { let number: Int }

  /// Items that are counted as they are taken.
  private struct Source: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let taken: Counter
    var end = Int.max
    var failsAtTheEnd = false

    func makeAsyncIterator() -> Source { self }

    mutating func next() async throws -> Int? {
      let number = taken.add()
      guard number < end else {
        if failsAtTheEnd { throw Refusal(number: -1) }
        return nil
      }
      return number
    }
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
    /// The count before.
    func add() -> Int { value.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue }
  }

  private func workers(_ count: Int) -> @Sendable () -> WorkerPool<Worker> {
    { WorkerPool((0..<count).map { _ in Worker() }) }
  }

  @Test(arguments: [1, 2, 3, 8]) func resultsComeInOrder(workerCount: Int) async throws {
    let work = OrderedWork(on: ReadySequence(0..<200), by: workers(workerCount)) { number, worker in
      #expect(worker.uses.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue == 1)
      var random = SeededGenerator(seed: UInt64(number))
      Thread.sleep(forTimeInterval: Double.random(in: 0..<0.002, using: &random))
      worker.uses.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      if number % 7 == 3 { throw Refusal(number: number) }
      return number * number
    }
    var expected = 0
    for try await done in work {
      #expect(done.item == expected)
      if expected % 7 == 3 {
        #expect(throws: Refusal(number: expected)) { try done.outcome.get() }
      } else {
        #expect(try done.outcome.get() == expected * expected)
      }
      expected += 1
    }
    #expect(expected == 200)
  }

  @Test func workersWorkAtTheSameTime() async throws {
    // Each of three waits for the two others.
    let met = DispatchGroup()
    for _ in 0..<3 { met.enter() }
    let work = OrderedWork(on: ReadySequence(0..<3), by: workers(3)) { _, _ in
      met.leave()
      return met.wait(timeout: .now() + 60) == .success
    }
    for try await done in work { #expect(try done.outcome.get()) }
  }

  /// More workers than processors do not keep the process's tasks from running.
  @Test func theThreadsOfTasksAreFree() async {
    await #expect(processExitsWith: .success) {
      let busy = BusyWork()
      let workers: @Sendable () -> WorkerPool<Int> = { WorkerPool(Array(0..<busy.count)) }
      let work = OrderedWork(on: ReadySequence(0..<busy.count), by: workers) { _, _ in busy.run() }
      async let finished: Void = busy.finish()
      for try await _ in work {}
      try await finished
    }
  }

  /// While the consumer does nothing, no more is taken than there are places.
  @Test func aSlowConsumerHoldsUpTheSource() async throws {
    let taken = Counter()
    var results = OrderedWork(on: Source(taken: taken), by: workers(3)) { number, _ in number }.makeAsyncIterator()
    for expected in 0..<20 {
      #expect(try await results.next()?.item == expected)
      for _ in 0..<20 {
        #expect(taken.count <= expected + 1 + 6)
        await Task.yield()
      }
    }
  }

  /// One item that takes long holds up the source, too.
  @Test func aSlowItemHoldsUpTheSource() async throws {
    let (taken, done) = (Counter(), Counter())
    let gate = DispatchSemaphore(value: 0)
    let work = OrderedWork(on: Source(taken: taken, end: 50), by: workers(2)) { number, _ in
      if number == 0 { gate.wait() }
      _ = done.add()
      return number
    }
    let count = Task {
      var count = 0
      for try await _ in work { count += 1 }
      return count
    }
    while done.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(30))
    #expect(taken.count <= 4 && done.count <= 3)
    gate.signal()
    #expect(try await count.value == 50)
  }

  @Test func whatTheSourceThrowsComesAfterTheResults() async throws {
    let work = OrderedWork(on: Source(taken: Counter(), end: 5, failsAtTheEnd: true), by: workers(2)) { number, _ in
      number
    }
    var count = 0
    await #expect(throws: Refusal(number: -1)) { for try await _ in work { count += 1 } }
    #expect(count == 5)
  }

  @Test func whatMakingWorkersThrowsIsThrown() async throws {
    let work = OrderedWork<_, Worker, _>(on: ReadySequence(0..<5), by: { throw Refusal(number: 9) }) { number, _ in
      number
    }
    await #expect(throws: Refusal(number: 9)) { for try await _ in work {} }
  }

  @Test func workEndsWithTheIterator() async throws {
    let (taken, begun) = (Counter(), Counter())
    let work = OrderedWork(on: Source(taken: taken), by: workers(2)) { number, _ in
      _ = begun.add()
      Thread.sleep(forTimeInterval: 0.001)
      return number
    }
    for try await done in work where done.item == 4 { break }
    try await settles(taken, begun, atMost: 5 + 4)
  }

  @Test func workEndsWithTheTask() async throws {
    let (taken, begun) = (Counter(), Counter())
    let work = OrderedWork(on: Source(taken: taken), by: workers(2)) { number, _ in
      _ = begun.add()
      Thread.sleep(forTimeInterval: 0.001)
      return number
    }
    let task = Task {
      for try await _ in work {}
      return Task.isCancelled
    }
    while begun.count < 10 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(try await task.value)
    try await settles(taken, begun, atMost: .max)
  }

  /// Nothing more is taken or begun.
  private func settles(_ taken: Counter, _ begun: Counter, atMost: Int) async throws {
    var last = -1
    while last != taken.count + begun.count {
      last = taken.count + begun.count
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(taken.count <= atMost && begun.count <= taken.count)
  }
}
