import Foundation

/// A place that models come from: it says what there is under a name; transferring and checking are the manager's work.
public protocol ModelSource: Sendable {
  /// What is kept with a model, so that it can be updated later.
  var origin: ModelOrigin { get }

  /// What there is under a name now.
  ///
  /// - Throws: `ModelManagerError`, also for names that the source does not know.
  func answer(to request: ModelRequest) async throws -> ModelAnswer
}

/// The question for a model.
public struct ModelRequest: Sendable {
  /// What the model is called.
  public let name: String
  /// The variant that is wanted; nil takes the one that falls to this installation.
  public let variant: String?
  /// What is installed now, from the same origin; nil where nothing is.
  public let installed: DownloadedModel?
  /// What small files are fetched with.
  public let client: HTTPClient
  /// Creates the id of this installation where there is none: only variants ask for it.
  let makeInstallationID: @Sendable () throws(ModelManagerError) -> String

  /// The id of this installation, the same every time.
  ///
  /// - Throws: ``ModelManagerError/noInstallationID(path:reason:)`` when it cannot be kept.
  public func installationID() throws(ModelManagerError) -> String { try makeInstallationID() }
}

/// What a source answers.
public enum ModelAnswer: Sendable {
  /// What is installed is the newest.
  case unchanged
  /// This is the newest.
  case offer(ModelOffer)
}

/// What a source has under a name.
public struct ModelOffer: Sendable {
  /// Changes when anything of the offer does; nil where the source cannot know without a transfer.
  public var revision: String?
  /// A name for people.
  public var version: String?
  /// The model file.
  public var file: RemoteFile
  /// The names of the classes; nil where the model carries them.
  public var labels: RemoteFile?
  /// The variant that this is; nil where there are none.
  public var variant: String?
  /// The license, as an SPDX expression where there is one.
  public var license: String?

  /// Offers a model.
  public init(
    revision: String? = nil, version: String? = nil, file: RemoteFile, labels: RemoteFile? = nil,
    variant: String? = nil, license: String? = nil
  ) {
    self.revision = revision
    self.version = version
    self.file = file
    self.labels = labels
    self.variant = variant
    self.license = license
  }
}

/// A file that can be fetched.
public struct RemoteFile: Sendable, Equatable {
  /// Where the file is, or the archive that holds it.
  public var url: URL
  /// The path of the file in the archive; nil where the address is that of the file itself.
  public var member: String?
  /// The SHA-256 of the file, in hexadecimal digits; nil where nobody knows.
  public var sha256: String?
  /// The size of the file in bytes; nil where nobody knows.
  public var size: Int?
  /// Until when the address is good; nil where it stays.
  public var expiry: Date?

  /// Describes a file.
  public init(url: URL, member: String? = nil, sha256: String? = nil, size: Int? = nil, expiry: Date? = nil) {
    self.url = url
    self.member = member
    self.sha256 = sha256
    self.size = size
    self.expiry = expiry
  }
}
