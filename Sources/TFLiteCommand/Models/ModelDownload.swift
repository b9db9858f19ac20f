import ArgumentParser
@preconcurrency import Dispatch
import Foundation
import Synchronization
import TFLiteModelManager

/// A download that a person watches, and may interrupt.
struct ModelDownload {
  let model: any RemoteModel
  let manager: ModelManager

  /// Downloads the model, or a newer one.
  ///
  /// - Returns: the model in place.
  /// - Throws: ``ModelManagerError``. Does not return after an interrupt: what has come stays, and the program ends as an
  ///   interrupted one does.
  func run() throws -> DownloadedModel {
    let progress = Progress(totalUnitCount: -1)
    let interrupt = Interrupt { progress.cancel() }
    let bar = TransferBar(name: model.name)
    let result = Result {
      try Waiting.result {
        bar.show(done: Int(progress.completedUnitCount), total: Int(progress.totalUnitCount))
      } of: { [manager, model] in
        try await manager.downloadAsync(model, progress: progress)
      }
    }
    bar.clear()
    if interrupt.hasHappened, case .failure = result {
      StandardError.report("interrupted; the same command goes on where it stopped", about: model.name)
      interrupt.end()
    }
    return try result.get()
  }
}

/// The key Ctrl-C, while something has to be ended in an orderly manner.
private final class Interrupt: Sendable {
  private let flag: Mutex<Bool>
  private let source: any DispatchSourceSignal

  /// - Parameter handler: is called on another thread.
  init(_ handler: @escaping @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    flag = Mutex(false)
    source.setEventHandler { [weak self] in
      self?.flag.withLock { $0 = true }
      handler()
    }
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }

  var hasHappened: Bool { flag.withLock { $0 } }

  /// Ends the program by the signal, so that a shell script that runs it ends, too.
  func end() -> Never {
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
