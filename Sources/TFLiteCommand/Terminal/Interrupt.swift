@preconcurrency import Dispatch
@preconcurrency import Foundation
import Synchronization

/// The key Ctrl-C, while something has to be ended in an orderly manner.
final class Interrupt: Sendable {
  private let flag: Mutex<Bool>
  private let source: any DispatchSourceSignal

  /// - Parameter handler: is called on another thread.
  init(_ handler: @escaping @Sendable () -> Void = {}) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    flag = Mutex(false)
    source.setEventHandler { [weak self] in
      let isFirst = self?.flag.withLock { flag in
        defer { flag = true }
        return !flag
      }
      // Who is in a hurry presses it again.
      if isFirst == false { self?.end() }
      handler()
    }
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }

  var hasHappened: Bool { flag.withLock { $0 } }

  /// Ends the program by the signal, so that a shell script that runs it ends, too. What was printed is written before.
  func end() -> Never {
    fflush(stdout)
    signal(SIGINT, SIG_DFL)
    // Who started the program may have blocked signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGINT)
    exit(130)
  }
}
