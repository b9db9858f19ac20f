#if canImport(CCurl)
import Foundation

/// A thread that nobody waits for. Foundation's does not tell where the system has none.
///
/// A write to a connection that has gone is an error on it, not the signal that ends a process: libcurl leaves that to its
/// callers.
enum DetachedThread {
  /// Runs `body` on a thread of its own.
  ///
  /// - Returns: whether there is one; else nothing is run.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let argument = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard status == 0 else {
      argument.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
#endif
