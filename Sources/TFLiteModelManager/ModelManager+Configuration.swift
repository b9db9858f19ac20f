import Foundation
import TFLite

extension ModelManager {
  /// Where models come from, where they are kept, and how patient the manager is.
  public struct Configuration: Sendable {
    /// Where models are kept. Several programs may share a folder.
    public var folder: URL
    /// Where models come from that do not say it themselves.
    public var source: (any ModelSource)?
    /// How many bytes all models together may take, the one that is being downloaded included; nil, the default, sets no
    /// limit.
    ///
    /// Only who chooses the models knows how many there are to be. Nobody else can bring any: one comes when the program asks
    /// for it by name, and then brings no more than ``downloadLimit``. A limit of ours would refuse a model for the size of
    /// others that all were wanted, and several programs may share the folder. Where the disk ends before, the download fails
    /// with ``ModelManagerError/diskFull(path:)``, and what is in place stays.
    public var diskLimit: Int?
    /// How many bytes may come for one model or archive, whatever its server announces; 4 GiB unless set. A server that
    /// never ends sending would fill the disk.
    public var downloadLimit = 4 << 30
    /// Decides which variants this installation gets; nil stands for an id that is kept in the folder.
    public var installationID: String?
    /// How often what failed is tried again.
    public var retries = RetryPolicy()
    /// A connection on which nothing comes for so long has failed, and the next attempt begins.
    public var stallTimeout = Duration.seconds(30)
    /// A server that keeps silent for so long, over all attempts and the pauses between them, is given up.
    public var patience = Duration.seconds(60)
    /// How many bytes a second must come in a transfer, over ``slownessTimeout``; 0 sets no limit. A server that sends a byte
    /// now and then is never silent, and a download from it would last for ever.
    public var minimumSpeed = 1000
    /// A transfer that is slower than ``minimumSpeed`` for so long has failed; the next attempt goes on where it has ended.
    public var slownessTimeout = Duration.seconds(120)
    /// Is told of an attempt that has failed, and how long the pause before the next one is; from any thread.
    public var willRetry: @Sendable (_ error: ModelManagerError, _ pause: Duration) -> Void = { _, _ in }
    /// Whether other machines may be asked without encryption. Everybody on the way can then read and change what comes.
    public var allowsInsecureHTTP = false
    /// How downloaded models will be run, with the custom operators that they may need: models that cannot be run are not
    /// installed.
    public var interpreterOptions = Interpreter.Options()
    /// How many bytes an archive may unpack to. A small one can be made to unpack to any size.
    public var unpackingLimit = 1 << 30

    /// Waits between attempts; tests do not.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// - Parameters:
    ///   - folder: where models are kept; the default is ``defaultFolder``.
    ///   - source: where models come from that do not say it themselves.
    public init(folder: URL = Self.defaultFolder, source: (any ModelSource)? = nil) {
      self.folder = folder
      self.source = source
    }

    /// `swift-tflite` in Application Support on Apple platforms, elsewhere in `XDG_DATA_HOME` or `~/.local/share`.
    public static var defaultFolder: URL {
      #if canImport(Darwin)
      // Every app has one.
      let base = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
      #else
      // The specification tells to leave relative paths alone.
      let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let base =
        named.map { URL(fileURLWithPath: $0) }
        ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
      #endif
      return base.appendingPathComponent("swift-tflite")
    }
  }
}
