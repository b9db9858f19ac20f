import Foundation
import Synchronization

/// How far a run over frames has come, for who interrupts it.
///
/// The run ends between two frames. While it waits for one, which may never come, nothing is half done: an interrupt need
/// not wait, too.
final class StreamProgress: Sendable {
  private struct State {
    var isWaiting = false
    var doneCount = 0
    var droppedCount = 0
  }

  private let source: String
  private let state = Mutex(State())

  /// - Parameter source: its name, for messages.
  init(of source: String) { self.source = source }

  /// Counts a frame that is done.
  func advance() { state.withLock { $0.doneCount += 1 } }

  /// Runs `body`, which waits for the next frame.
  ///
  /// - Parameter dropped: how many frames nobody had time for so far.
  func waiting<Result>(dropped: Int, _ body: () throws -> Result) rethrows -> Result {
    state.withLock { state in
      state.isWaiting = true
      state.droppedCount = dropped
    }
    defer { state.withLock { $0.isWaiting = false } }
    return try body()
  }

  /// Ends the program by an interrupt, if the run waits.
  func endIfWaiting() {
    state.withLock { state in
      guard state.isWaiting else { return }
      if StandardError.isTerminal { StandardError.write(Bar.eraseLine) }
      // Within the lock, so that no frame is begun.
      end(state)
    }
  }

  /// Ends the program by an interrupt, and tells how far it has come.
  func end() -> Never { end(state.withLock { $0 }) }

  private func end(_ state: State) -> Never {
    if state.droppedCount > 0 { StandardError.report("\(state.droppedCount) frames were dropped", about: source) }
    let done = state.doneCount
    StandardError.report("\(done) \(done == 1 ? "frame is" : "frames are") done", about: "interrupted")
    EndingSignal.end(by: SIGINT)
  }
}
