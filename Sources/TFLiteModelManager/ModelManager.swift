import Foundation
import Synchronization

/// Downloads models, keeps them up to date, and says where they are.
///
/// A model is in place only when all of it has come, its size and its hash are what the source has announced, and this
/// engine can run it. Until then the older one stays. However many ask for a model, also in several processes, it is
/// transferred once.
public final class ModelManager: Sendable {
  private static let shared = ModelManager()

  private let state: Mutex<Configuration>
  let downloads = RunningDownloads()

  /// The manager that everybody shares.
  public static func modelManager() -> ModelManager { shared }

  /// Makes a manager of its own, for other folders or sources.
  public init(_ configuration: Configuration = Configuration()) { state = Mutex(configuration) }

  /// Where models come from and where they are kept. Downloads that have begun keep what they began with.
  public var configuration: Configuration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  // MARK: What is here

  /// Whether a model is in place, in whatever version.
  public func isModelDownloaded(_ model: any RemoteModel) -> Bool { downloadedModel(model) != nil }

  /// The model in place; nil where there is none.
  public func downloadedModel(_ model: any RemoteModel) -> DownloadedModel? { downloadedModel(named: model.name) }

  /// The model in place; nil where there is none.
  public func downloadedModel(named name: String) -> DownloadedModel? { try? store.slot(name).installed() }

  /// All models that are in place, by name.
  public func downloadedModels() -> [DownloadedModel] {
    ((try? store.slots()) ?? []).compactMap { try? $0.installed() }
  }

  /// As ``downloadedModel(named:)``, but a model that cannot be read is not taken for missing.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)``.
  package func readableModel(named name: String) throws(ModelManagerError) -> DownloadedModel? {
    guard let slot = try? store.slot(name) else { return nil }
    return try slot.installed()
  }

  /// As ``downloadedModels()``, but a model that cannot be read is not taken for missing.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)``.
  package func readableModels() throws -> [DownloadedModel] { try store.slots().compactMap { try $0.installed() } }

  /// The downloaded model, or else another.
  ///
  /// - Parameters:
  ///   - model: a model that may be there, or may not.
  ///   - localModel: what is taken where it is not, such as a model that comes with the app.
  public func localModel(for model: any RemoteModel, orElse localModel: LocalModel) -> LocalModel {
    downloadedModel(model)?.localModel ?? localModel
  }

  /// Reads the files of the downloaded model, all of the same version: once more if an update comes in between.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - body: reads them.
  /// - Returns: nil where the model is not there.
  public func read<Value>(_ model: any RemoteModel, _ body: (LocalModel) throws -> Value) throws -> Value? {
    var before = downloadedModel(model)
    while let downloaded = before {
      let value = Result { try body(downloaded.localModel) }
      before = downloadedModel(model)
      if before == downloaded { return try value.get() }
    }
    return nil
  }

  /// The path of the downloaded model. It stays the same when the model is updated.
  ///
  /// - Throws: ``ModelManagerError/notDownloaded``, with the model's name.
  public func getLatestModelFilePath(_ model: any RemoteModel) async throws(ModelManagerError) -> String {
    try latestModelFilePath(model)
  }

  /// As ``getLatestModelFilePath(_:)``.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - completion: is called before this method returns, as old code expects.
  public func getLatestModelFilePath(
    _ model: any RemoteModel, completion: (_ path: String?, _ error: (any Error)?) -> Void
  ) {
    do { completion(try latestModelFilePath(model), nil) } catch { completion(nil, error) }
  }

  private func latestModelFilePath(_ model: any RemoteModel) throws(ModelManagerError) -> String {
    guard let downloaded = downloadedModel(model) else { throw .inModel(model.name, .notDownloaded) }
    return downloaded.path
  }

  // MARK: Changing what is here

  /// Downloads a model in the background, or its newest version where there is one already.
  ///
  /// How it ends is told by the notifications `mlkitModelDownloadDidSucceed` and `mlkitModelDownloadDidFail`, also where
  /// it could not even begin, as without a source; ``downloadAsync(_:conditions:progress:)`` returns or throws.
  ///
  /// - Returns: how many bytes have come. Cancelling it ends the download, unless others wait for the same model. It is
  ///   finished when the model is in place. Where the download fails, for whatever reason, it ends as a cancelled one:
  ///   `isCancelled` is true, `isFinished` false, nothing is completed, and `userInfo[.modelDownloadError]` says why.
  @discardableResult
  public func download(
    _ model: any RemoteModel, conditions: ModelDownloadConditions = ModelDownloadConditions()
  ) -> Progress {
    let progress = Progress(totalUnitCount: -1)
    Task { try? await downloadAsync(model, conditions: conditions, progress: progress) }
    return progress
  }

  /// Downloads a model, or its newest version where there is one already.
  ///
  /// It has a name of its own because an overload would make `manager.download(model, conditions: …)`, in an asynchronous
  /// function, an error for want of an `await`.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - conditions: when the download may be made.
  ///   - progress: is told how many bytes have come, and ends as that of ``download(_:conditions:)``. Cancelling it is as
  ///     good as cancelling the task: the download ends, unless others wait for the same model.
  /// - Returns: the model in place: the new one, or the one that was there where that is the newest.
  /// - Throws: ``ModelManagerError/inModel(_:_:)`` with what went wrong. The model that was in place still is.
  @discardableResult
  public func downloadAsync(
    _ model: any RemoteModel, conditions: ModelDownloadConditions = ModelDownloadConditions(),
    progress: Progress = Progress(totalUnitCount: -1)
  ) async throws(ModelManagerError) -> DownloadedModel {
    do throws(ModelManagerError) {
      return try await downloads.join(try prepared(model, conditions), progress)
    } catch {
      let error = ModelManagerError.inModel(model.name, error)
      progress.fail(error)
      throw error
    }
  }

  /// The work of a download. Where it cannot begin, everybody is told as where it fails later.
  private func prepared(
    _ model: any RemoteModel, _ conditions: ModelDownloadConditions
  ) throws(ModelManagerError) -> ModelUpdate {
    do throws(ModelManagerError) { return try update(model, conditions) } catch {
      RunningDownloads.Outcome.failure(error).post(about: model)
      throw error
    }
  }

  private func update(
    _ model: any RemoteModel, _ conditions: ModelDownloadConditions
  ) throws(ModelManagerError) -> ModelUpdate {
    let configuration = configuration
    guard let source = model.source ?? configuration.source else { throw .noSource }
    return ModelUpdate(
      model: model, source: source, slot: try ModelStore(folder: configuration.folder).slot(model.name),
      configuration: configuration, client: HTTPClient(configuration, conditions), progress: ByteProgress())
  }

  /// Removes a downloaded model. Whoever has opened its file can go on with it.
  ///
  /// A download of the model that is under way is waited for.
  ///
  /// - Throws: ``ModelManagerError/notDownloaded`` or ``ModelManagerError/storage(path:reason:)``, with the model's name.
  public func deleteDownloadedModel(_ model: any RemoteModel) async throws(ModelManagerError) {
    do throws(ModelManagerError) {
      let slot = try store.slot(model.name)
      let lock = try await slot.lock()
      defer { slot.leave(lock) }
      guard try slot.remove() else { throw ModelManagerError.notDownloaded }
    } catch {
      throw .inModel(model.name, error)
    }
  }

  /// As ``deleteDownloadedModel(_:)``, on a background thread.
  public func deleteDownloadedModel(
    _ model: any RemoteModel, completion: @escaping @Sendable (_ error: (any Error)?) -> Void
  ) {
    Task {
      do {
        try await deleteDownloadedModel(model)
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  private var store: ModelStore { ModelStore(folder: configuration.folder) }
}

extension HTTPClient {
  /// A client for a manager's sources; also for callers who read an index themselves.
  public init(
    _ configuration: ModelManager.Configuration = .init(), _ conditions: ModelDownloadConditions = .init()
  ) {
    self.init(
      retries: configuration.retries, stallTimeout: configuration.stallTimeout,
      patience: configuration.patience, minimumSpeed: configuration.minimumSpeed,
      slownessTimeout: configuration.slownessTimeout, allowsInsecureHTTP: configuration.allowsInsecureHTTP,
      allowsCellularAccess: conditions.allowsCellularAccess, willRetry: configuration.willRetry,
      sleep: configuration.sleep)
  }
}
