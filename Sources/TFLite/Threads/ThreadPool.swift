import Synchronization
import TFLiteCLibrary
import TFLiteKernels

/// The threads that help the callers of all interpreters of a process.
///
/// They wait for work: they spin for a fraction of a millisecond, so that the operators of one run follow each other
/// without being woken, and then sleep, so that nothing is busy between runs. One job at a time has helpers; whoever comes while
/// they are taken works alone, so that several interpreters never run more threads than the largest of them asked for,
/// and one for each other caller.
final class ThreadPool: Sendable {
  /// Guards ``current`` and ``threads``. A pthread mutex, because the thread sanitizer sees what it orders.
  private static let lock = PthreadLock()
  nonisolated(unsafe) private static weak var current: ThreadPool?

  private let job = Job()
  nonisolated(unsafe) private var threads: [pthread_t] = []

  /// The pool of the process, which lives as long as somebody holds it, with at least so many helpers.
  ///
  /// If the system refuses threads, there are fewer.
  static func shared(helperCount: Int) -> ThreadPool {
    lock.withLock {
      let pool = current ?? ThreadPool()
      current = pool
      pool.grow(to: helperCount)
      return pool
    }
  }

  /// The number of helpers.
  var helperCount: Int { job.startedHelpers.load(ordering: .acquiring) }

  private func grow(to helperCount: Int) {
    while threads.count < helperCount, let thread = job.startHelper(threads.count) { threads.append(thread) }
    job.startedHelpers.store(threads.count, ordering: .releasing)
  }

  deinit {
    job.stop()
    for thread in Self.lock.withLock({ threads }) { pthread_join(thread, nil) }
  }

  /// Calls `body` once with each of `0..<chunkCount`, with the help of at most `helperCount` threads.
  func run(chunkCount: Int, helperCount: Int, _ body: (Int) -> Void) {
    let helpers = min(helperCount, chunkCount - 1, self.helperCount)
    guard helpers > 0, job.acquire() else {
      for chunk in 0..<chunkCount { body(chunk) }
      return
    }
    withoutActuallyEscaping(body) { body in
      job.fork(chunkCount: chunkCount, helpers: helpers, body)
      job.work(beginningWith: 0)
      job.join()
    }
  }
}

/// The calling thread and its share of the process's helpers.
final class SharedWorkers: Workers {
  /// For how many threads work is split.
  let threadCount: Int
  private let helperCount: Int
  private let pool: ThreadPool

  /// No more threads work than there are processors: one that waits for work would take the time of one that has some.
  init(threadCount: Int, processorCount: Int = AvailableProcessors.count()) {
    self.threadCount = threadCount
    helperCount = min(threadCount, processorCount) - 1
    pool = ThreadPool.shared(helperCount: helperCount)
  }

  func run(chunkCount: Int, _ body: (Int) -> Void) {
    pool.run(chunkCount: chunkCount, helperCount: helperCount, body)
  }
}

/// What a caller and its helpers share.
private final class Job: @unchecked Sendable {
  /// Raised to publish a job: the number of jobs so far, and in the lowest bits how many helpers may take part. In one
  /// word, because a helper that does not take part must not look at anything else: it may be overtaken by the next job.
  private var word: UnsafeMutablePointer<Atomic<Int>> { counters[0] }
  /// The number of the job that helpers may enter, and in the lowest bits how many are inside. A caller that has found all
  /// chunks taken closes the job by raising the number: a helper that has had no processor until then is not waited for.
  private var door: UnsafeMutablePointer<Atomic<Int>> { counters[1] }
  private static let helperBits = 16
  private static let oneJob = 1 << helperBits
  /// The next chunk of each share. A thread begins with its own share, which is the same part of every operator as far as
  /// possible, so that it finds in its cache what it has written there; then it helps the others.
  private func nextChunk(of share: Int) -> UnsafeMutablePointer<Atomic<Int>> { counters[2 + share] }
  private let counters = CacheLineCounters(count: 2 + largestShareCount)
  /// More threads than these begin with the shares of others.
  private static let largestShareCount = 64

  let startedHelpers = Atomic<Int>(0)
  private let isTaken = Atomic<Bool>(false)
  private let sleepers = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  /// Written before `word` is raised, read after it was seen raised.
  private var body: ((Int) -> Void)?
  private var chunkCount = 0
  private var shareCount = 0
  private let lock = PthreadLock()
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// How long a helper waits before it sleeps: longer than the operators that one thread does alone. To wake it takes some
  /// tens of microseconds, which is as long as many operators.
  private static let spinTime = Duration.microseconds(200)
  /// So many looks, about ten microseconds, before whoever waits lets others run. A helper that spins through the time that
  /// the system gives it beside other programs is stopped in the middle of a chunk, some milliseconds long, and its caller
  /// waits: two threads took twice the time of one. One that has let others run meanwhile is stopped where it has no chunk.
  private static let looksAtOnce = 1024

  init() {
    pthread_cond_init(wakeUp, nil)
    // The first job has number 1.
    door.pointee.store(Self.oneJob, ordering: .relaxed)
  }

  deinit {
    pthread_cond_destroy(wakeUp)
    wakeUp.deallocate()
  }

  // MARK: The caller

  /// Whether the helpers are free; they are the caller's then, until ``join()``.
  func acquire() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
  }

  func fork(chunkCount: Int, helpers: Int, _ body: @escaping (Int) -> Void) {
    self.body = body
    self.chunkCount = chunkCount
    shareCount = min(helpers + 1, Self.largestShareCount)
    for share in 0..<shareCount { nextChunk(of: share).pointee.store(firstChunk(of: share), ordering: .relaxed) }
    publish(helpers: helpers)
  }

  private func firstChunk(of share: Int) -> Int { chunkCount * share / shareCount }

  /// Takes chunks until none is left.
  ///
  /// - Parameter thread: 0 for the caller, helpers follow.
  func work(beginningWith thread: Int) {
    guard let body else { return }
    for step in 0..<shareCount {
      let share = (thread + step) % shareCount
      let end = firstChunk(of: share + 1)
      while true {
        let chunk = nextChunk(of: share).pointee.wrappingAdd(1, ordering: .relaxed).oldValue
        guard chunk < end else { break }
        body(chunk)
      }
    }
  }

  /// Closes the job, waits until no helper works on it any more, and sets the helpers free.
  func join() {
    door.pointee.wrappingAdd(Self.oneJob, ordering: .acquiring)
    var looks = 0
    while door.pointee.load(ordering: .acquiring) & (Self.oneJob - 1) > 0 {
      looks += 1
      if looks < Self.looksAtOnce { spinHint() } else { sched_yield() }
    }
    body = nil
    isTaken.store(false, ordering: .releasing)
  }

  /// Ends all helpers. Nobody may have a job.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    publish(helpers: 0)
  }

  /// Raises the word and wakes whoever sleeps. Sequentially consistent with ``sleep(after:)``: either a helper that
  /// goes to sleep sees the new word, or it is seen among the sleepers here.
  private func publish(helpers: Int) {
    let count = word.pointee.load(ordering: .relaxed) >> Self.helperBits
    word.pointee.store((count &+ 1) * Self.oneJob | helpers, ordering: .sequentiallyConsistent)
    guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
    lock.withLock { _ = pthread_cond_broadcast(wakeUp) }
  }

  // MARK: The helpers

  /// Starts helper number `index`; nil if the system refuses.
  func startHelper(_ index: Int) -> pthread_t? {
    let start = HelperStart(job: self, index: index, seen: word.pointee.load(ordering: .acquiring))
    let argument = Unmanaged.passRetained(start)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Glibc)
        guard let argument else { return nil }
        #endif
        let start = Unmanaged<HelperStart>.fromOpaque(argument).takeRetainedValue()
        start.job.serve(start.index, after: start.seen)
        return nil
      }, argument.toOpaque())
    guard status == 0 else {
      argument.release()
      return nil
    }
    return thread
  }

  /// What a new thread must know. Jobs after `seen` may count on it.
  private final class HelperStart {
    let job: Job
    let index: Int
    let seen: Int

    init(job: Job, index: Int, seen: Int) {
      (self.job, self.index, self.seen) = (job, index, seen)
    }
  }

  /// The life of a helper: wait for a job, work, report.
  private func serve(_ index: Int, after seen: Int) {
    SubnormalNumbers.flush()
    var seen = seen
    while waitForJob(of: index, after: &seen) {
      guard enter(job: seen >> Self.helperBits) else { continue }
      work(beginningWith: index + 1)
      door.pointee.wrappingSubtract(1, ordering: .releasing)
    }
  }

  /// Whether the job is still open; it cannot end then until the helper has left it.
  private func enter(job: Int) -> Bool {
    var inside = door.pointee.load(ordering: .relaxed)
    while inside >> Self.helperBits == job {
      let (exchanged, original) = door.pointee.weakCompareExchange(
        expected: inside, desired: inside + 1, successOrdering: .acquiring, failureOrdering: .relaxed)
      if exchanged { return true }
      inside = original
    }
    return false
  }

  /// Waits for a job in which helper number `index` takes part; false when there will be none.
  private func waitForJob(of index: Int, after seen: inout Int) -> Bool {
    let end = ContinuousClock.now + Self.spinTime
    var (looks, isTired) = (0, false)
    while true {
      let current = isTired ? sleep(after: seen) : word.pointee.load(ordering: .acquiring)
      if current != seen {
        if isStopping.load(ordering: .acquiring) { return false }
        seen = current
        if index < current & (Self.oneJob - 1) { return true }
        // Jobs of others do not keep a helper awake.
      }
      spinHint()
      looks += 1
      if looks.isMultiple(of: Self.looksAtOnce) {
        sched_yield()
        isTired = isTired || ContinuousClock.now >= end
      }
    }
  }

  private func sleep(after seen: Int) -> Int {
    lock.withLock {
      sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
      while word.pointee.load(ordering: .sequentiallyConsistent) == seen { pthread_cond_wait(wakeUp, lock.mutex) }
      sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }
    return word.pointee.load(ordering: .sequentiallyConsistent)
  }
}
