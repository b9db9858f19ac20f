import Dispatch
import Synchronization
import TFLite
import TFLiteImageCodecs

/// The parts of a picture, worked on by several threads: each takes the next one as soon as it is free.
final class SliceWork<Runner>: @unchecked Sendable {
  typealias Work = (_ part: PixelRectangle, _ runner: Runner, _ times: inout RunTimes) throws -> [Detection]

  private struct State: Sendable {
    var next = 0
    var done = 0
    var found: [[Detection]]
    var times = RunTimes()
    var failure: (any Error)?
  }

  private let parts: [PixelRectangle]
  /// Each is used by one thread.
  private let runners: [Runner]
  private let work: Work
  private let progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - parts: what is worked on.
  ///   - runners: one for each thread.
  ///   - progress: is told how many parts are done.
  ///   - work: finds the objects in a part.
  init(
    _ parts: [PixelRectangle], runners: [Runner],
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?, work: @escaping Work
  ) {
    self.parts = parts
    self.runners = runners
    self.work = work
    self.progress = progress
    state = Mutex(State(found: Array(repeating: [], count: parts.count)))
  }

  /// What was found, part by part, whoever was first.
  ///
  /// - Throws: what the work on any part throws; the others are not begun then.
  func run(_ times: inout RunTimes) throws -> [Detection] {
    let others = DispatchGroup()
    for index in runners.indices.dropFirst() {
      DispatchQueue.besideTasks("slices").async(group: others) { self.workThrough(by: self.runners[index]) }
    }
    workThrough(by: runners[0])
    others.wait()
    let (failure, found, spent) = state.withLock { ($0.failure, $0.found, $0.times) }
    if let failure { throw failure }
    times.resize += spent.resize
    times.inference += spent.inference
    return found.flatMap { $0 }
  }

  private func workThrough(by runner: Runner) {
    while let index = next() {
      do {
        var times = RunTimes()
        let found = try work(parts[index], runner, &times)
        finish(index, found, times)
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }

  private func next() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < parts.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  private func finish(_ index: Int, _ found: [Detection], _ times: RunTimes) {
    state.withLock { state in
      state.found[index] = found
      state.times.resize += times.resize
      state.times.inference += times.inference
      state.done += 1
      progress?(state.done, parts.count)
    }
  }
}
