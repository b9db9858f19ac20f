import Foundation

extension Process {
  /// How a program has ended that may crash, and may never end by itself.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    /// A signal has ended it.
    case signaled(Int32)
    /// It has taken too long, and was ended.
    case hung
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - patience: how many seconds it may take without progress.
  ///   - progress: a number that changes while the program gets on; without it, all has to be done in that time.
  package func run(patience: Double, progress: () -> Int = { 0 }) throws -> Ending {
    let ended = DispatchSemaphore(value: 0)
    terminationHandler = { _ in ended.signal() }
    try run()
    var seen = progress()
    var lastChange = Date()
    while ended.wait(timeout: .now() + 0.5) == .timedOut {
      let now = progress()
      if now != seen { (seen, lastChange) = (now, Date()) }
      guard Date().timeIntervalSince(lastChange) > patience else { continue }
      kill(processIdentifier, SIGKILL)
      ended.wait()
      return .hung
    }
    return terminationReason == .exit ? .exited(terminationStatus) : .signaled(terminationStatus)
  }
}
