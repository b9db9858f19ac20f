#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization
import TFLiteKernels

/// Threads that wait for work: they spin for some microseconds, so that the operators of one run follow each other
/// without a system call, and then sleep, so that nothing is busy between runs.
final class ThreadPool: Workers {
  let threadCount: Int
  private let shared = SharedState()
  private let threads: [pthread_t]

  /// Starts one thread less than `threadCount`; the caller of ``run(chunkCount:_:)`` is the last.
  ///
  /// If the system refuses threads, fewer work.
  init(threadCount: Int) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, threadCount) {
      var thread = pthread_t()
      let argument = Unmanaged.passRetained(shared)
      let status = pthread_create(
        &thread, nil,
        { argument in
          #if canImport(Glibc)
            guard let argument else { return nil }
          #endif
          Unmanaged<SharedState>.fromOpaque(argument).takeRetainedValue().serve()
          return nil
        }, argument.toOpaque())
      guard status == 0 else {
        argument.release()
        break
      }
      threads.append(thread)
    }
    self.threads = threads
    self.threadCount = threads.count + 1
  }

  deinit {
    shared.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  func run(chunkCount: Int, _ body: (Int) -> Void) {
    guard threadCount > 1, chunkCount > 1 else {
      for chunk in 0..<chunkCount { body(chunk) }
      return
    }
    withoutActuallyEscaping(body) { body in
      shared.fork(chunkCount: chunkCount, helpers: threads.count, body)
      shared.work()
      shared.join()
    }
  }
}

/// What the caller and the helping threads share. A job is published by raising `generation`.
private final class SharedState: @unchecked Sendable {
  private let generation = Atomic<Int>(0)
  private let nextChunk = Atomic<Int>(0)
  private let busyHelpers = Atomic<Int>(0)
  private let sleepers = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  /// Written before `generation` is raised, read after it was seen raised.
  private var body: ((Int) -> Void)?
  private var chunkCount = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Rounds of waiting before a helper sleeps, and before the caller lets others run; some tens of microseconds.
  private static let spinLimit = 20_000

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(wakeUp, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(wakeUp)
    mutex.deallocate()
    wakeUp.deallocate()
  }

  func fork(chunkCount: Int, helpers: Int, _ body: @escaping (Int) -> Void) {
    self.body = body
    self.chunkCount = chunkCount
    nextChunk.store(0, ordering: .relaxed)
    busyHelpers.store(helpers, ordering: .relaxed)
    publish()
  }

  /// Takes chunks until none is left.
  func work() {
    guard let body else { return }
    while true {
      let chunk = nextChunk.wrappingAdd(1, ordering: .relaxed).oldValue
      guard chunk < chunkCount else { return }
      body(chunk)
    }
  }

  /// Waits until no helper works on the job any more.
  func join() {
    var rounds = 0
    while busyHelpers.load(ordering: .acquiring) > 0 {
      rounds += 1
      if rounds > Self.spinLimit { sched_yield() }
    }
    body = nil
  }

  /// The life of a helper: wait for a job, work, report.
  func serve() {
    SubnormalNumbers.flush()
    var seen = 0
    while true {
      seen = waitForGeneration(after: seen)
      if isStopping.load(ordering: .acquiring) { return }
      work()
      busyHelpers.wrappingSubtract(1, ordering: .releasing)
    }
  }

  func stop() {
    isStopping.store(true, ordering: .releasing)
    publish()
  }

  /// Raises the generation and wakes whoever sleeps. Sequentially consistent with ``waitForGeneration(after:)``: either
  /// a helper that goes to sleep sees the new generation, or it is seen among the sleepers here.
  private func publish() {
    generation.wrappingAdd(1, ordering: .sequentiallyConsistent)
    guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(wakeUp)
    pthread_mutex_unlock(mutex)
  }

  private func waitForGeneration(after seen: Int) -> Int {
    for _ in 0..<Self.spinLimit {
      let current = generation.load(ordering: .acquiring)
      if current != seen { return current }
    }
    pthread_mutex_lock(mutex)
    sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    while generation.load(ordering: .sequentiallyConsistent) == seen { pthread_cond_wait(wakeUp, mutex) }
    sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    pthread_mutex_unlock(mutex)
    return generation.load(ordering: .acquiring)
  }
}
