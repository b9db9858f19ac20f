@preconcurrency import Foundation
import Synchronization

/// The key Ctrl-C, while something has to be ended in an orderly manner; else an ``EndingSignal`` ends the program.
final class Interrupt: Sendable {
  /// What becomes of the key while somebody waits for it.
  private final class Wait: Sendable {
    let hasHappened = Mutex(false)
    let handler: @Sendable () -> Void

    init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }
  }

  private static let current = Mutex<Wait?>(nil)
  private let wait: Wait

  /// - Parameter handler: is called on another thread, once.
  init(_ handler: @escaping @Sendable () -> Void = {}) {
    let wait = Wait(handler)
    self.wait = wait
    Self.current.withLock { $0 = wait }
  }

  deinit {
    let wait = wait
    Self.current.withLock { current in
      guard current === wait else { return }
      current = nil
    }
  }

  var hasHappened: Bool { wait.hasHappened.withLock { $0 } }

  /// Tells who waits for the key that it was pressed.
  ///
  /// - Returns: false where nobody waits, and for the second time: who is in a hurry presses it again.
  static func tell() -> Bool {
    guard let wait = current.withLock({ $0 }) else { return false }
    let isFirst = wait.hasHappened.withLock { flag in
      defer { flag = true }
      return !flag
    }
    if isFirst { wait.handler() }
    return isFirst
  }

  /// Ends the program by the signal, so that a shell script that runs it ends, too. What was printed is written before.
  func end() -> Never {
    fflush(stdout)
    EndingSignal.end(by: SIGINT)
  }
}
