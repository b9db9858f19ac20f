import ArgumentParser
import Foundation
import Synchronization
import TFLiteModelManager

/// A download that a person watches, and may interrupt.
struct ModelDownload {
  let model: any RemoteModel
  private let manager: ModelManager
  private let trouble: LastTrouble

  /// - Parameter manager: the manager of this user's models; the download gets one of its own.
  init(model: any RemoteModel, manager: ModelManager) {
    (self.model, trouble) = (model, LastTrouble())
    self.manager = ModelManager(trouble.watching(manager.configuration))
  }

  /// Downloads the model, or a newer one.
  ///
  /// - Returns: the model in place.
  /// - Throws: ``ModelManagerError``. Does not return after an interrupt: what has come stays, and the program ends as an
  ///   interrupted one does.
  func run() throws -> DownloadedModel {
    let progress = Progress(totalUnitCount: -1)
    let interrupt = Interrupt { progress.cancel() }
    let bar = TransferBar(name: model.name, patience: manager.configuration.patience)
    let result = Result {
      try Waiting.result {
        bar.show(
          done: Int(progress.completedUnitCount), total: Int(progress.totalUnitCount), trouble: trouble.last)
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

/// Why the last attempt has failed, while the next is waited for.
final class LastTrouble: Sendable {
  private let error = Mutex<ModelManagerError?>(nil)

  /// A configuration that tells of failed attempts.
  func watching(_ configuration: ModelManager.Configuration) -> ModelManager.Configuration {
    var configuration = configuration
    configuration.willRetry = { [weak self] error, _ in self?.error.withLock { $0 = error } }
    return configuration
  }

  /// Nil where none has.
  var last: ModelManagerError? { error.withLock { $0 } }
}
