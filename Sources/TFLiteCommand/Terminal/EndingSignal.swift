@preconcurrency import Dispatch
import Foundation
import TFLiteImageCodecs

/// A signal that ends the program: what is half written goes with it.
///
/// There is one for each signal as long as the program runs: on Linux, Dispatch catches a signal for its first source alone.
final class EndingSignal: Sendable {
  private static let all = [SIGINT, SIGTERM, SIGHUP].compactMap { EndingSignal($0) }
  private let source: any DispatchSourceSignal

  /// Watches for the signals, from the first call on.
  static func watch() { _ = all }

  /// nil where who has started the program wants it to go on, as nohup does. An ``Interrupt`` is told all the same.
  private init?(_ number: Int32) {
    let before = signal(number, SIG_IGN)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    guard !isIgnored || number == SIGINT else { return nil }
    #if !canImport(Darwin)
    // Dispatch sets a handler of its own, somewhat later; until then, the signal does what it did.
    signal(number, before)
    #endif
    // A queue of its own has a thread even while all cores are at work.
    source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "signal \(number)"))
    source.setEventHandler {
      // Ctrl-C may first have to wait until something is finished.
      if number == SIGINT, Interrupt.tell() { return }
      if !isIgnored { EndingSignal.end(by: number) }
    }
    source.resume()
  }

  /// Removes what is half written, and ends the program by a signal, as if nobody had watched for it.
  static func end(by number: Int32) -> Never {
    TemporaryPaths.change { paths in
      for path in paths { try? FileManager.default.removeItem(atPath: path) }
      signal(number, SIG_DFL)
      // Who started the program may have blocked signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      // Here, because nobody can begin to write anything before this closure is left.
      return raise(number)
    }
    exit(128 + number)
  }
}
