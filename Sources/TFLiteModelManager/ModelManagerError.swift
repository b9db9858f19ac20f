import Foundation

/// Why a model is not there, or not the newest one.
///
/// Addresses are given without their query, which may hold keys.
public enum ModelManagerError: Error, Equatable, Sendable {
  /// What went wrong with the model of this name.
  indirect case inModel(String, ModelManagerError)

  // MARK: Files on this machine

  /// An AutoML manifest cannot be read.
  case unreadableManifest(path: String, reason: String)
  /// A model cannot have this name.
  case invalidName(String, reason: String)
  /// The model has not been downloaded.
  case notDownloaded
  /// A file of the store cannot be read or written.
  case storage(path: String, reason: String)
  /// There is no room left on the disk.
  case diskFull(path: String)
  /// The models would take more room than they are allowed to.
  case limitExceeded(byteCount: Int, limit: Int)

  // MARK: Sources

  /// Neither the model nor the manager says where it comes from.
  case noSource
  /// A source has no model of this name; `offered` are the names that it has.
  case notOffered(source: String, offered: [String])
  /// A project does not let this app have its models.
  case notAuthorized(source: String, status: Int, advice: String)
  /// An index file that is no such thing.
  case invalidIndex(url: String, reason: String)
  /// A source has answered with something that its protocol does not have.
  case invalidAnswer(url: String, reason: String)
  /// A model has no variant of this name.
  case unknownVariant(String, known: [String])
  /// An installation id that is empty, or cannot be read.
  case noInstallationID(path: String, reason: String)

  // MARK: Transfers

  /// An address that no transfer is made from.
  case unsuitableURL(url: String, reason: String)
  /// The connection failed, or was never made.
  case connection(url: String, reason: String)
  /// No byte has come for so long.
  case stalled(url: String, after: Duration)
  /// So few bytes have come in so long: fewer than ``ModelManager/Configuration/minimumSpeed`` asks for.
  case tooSlow(url: String, byteCount: Int, in: Duration)
  /// The server has refused; `retryAfter` is how long it asks to wait.
  case refused(url: String, status: Int, retryAfter: Duration?)
  /// A link to a file was good until then.
  case expiredLink(url: String, expiry: Date)
  /// The server has sent the client on too often.
  case tooManyRedirections(url: String, limit: Int)
  /// The transfer was given up, because nobody wants it any more.
  case cancelled

  // MARK: What came

  /// More bytes than ``ModelManager/Configuration/downloadLimit`` allows.
  case tooLarge(url: String, limit: Int)
  /// More or fewer bytes than announced.
  case wrongSize(url: String, expected: Int, found: Int)
  /// Other bytes than announced. Hash values are hexadecimal.
  case wrongHash(url: String, expected: String, found: String)
  /// The file is no model that this engine can run.
  case unusableModel(url: String, reason: String)
  /// The archive cannot be unpacked, or does not hold the file.
  case unusableArchive(url: String, member: String, reason: String)
}

extension ModelManagerError: CustomStringConvertible {
  /// What has happened, where, and what was expected.
  public var description: String {
    switch self {
    case .inModel(let name, let error): "model \"\(name)\": \(error)"
    case .unreadableManifest(let path, let reason): "\(path): cannot read the manifest: \(reason)"
    case .invalidName(let name, let reason): "\"\(name)\" cannot be the name of a model: \(reason)"
    case .notDownloaded: "it has not been downloaded"
    case .storage(let path, let reason): "\(path): \(reason)"
    case .diskFull(let path): "\(path): no space left on the disk"
    case .limitExceeded(let byteCount, let limit):
      "the models would take \(byteCount) bytes on the disk, and the limit is \(limit)"
    case .noSource:
      "nobody has said where it comes from: set ModelManager.modelManager().configuration.source, once, to an "
        + "IndexModelSource or a FirebaseProject, or give the model a source of its own"
    case .notOffered(let source, let offered):
      "\(source) does not have it"
        + (offered.isEmpty ? "" : "; it has " + offered.prefix(20).joined(separator: ", "))
        + (offered.count > 20 ? " and \(offered.count - 20) more" : "")
    case .notAuthorized(let source, let status, let advice): "\(source) answered \(status): \(advice)"
    case .invalidIndex(let url, let reason): "\(url): no index of models: \(reason)"
    case .invalidAnswer(let url, let reason): "\(url): unexpected answer: \(reason)"
    case .unknownVariant(let variant, let known):
      "it has no variant \"\(variant)\""
        + (known.isEmpty ? ", and no variants at all" : "; it has " + known.joined(separator: ", "))
    case .noInstallationID(let path, let reason): "\(path): no installation id: \(reason)"
    case .unsuitableURL(let url, let reason): "\(url): \(reason)"
    case .connection(let url, let reason): "\(url): the connection failed: \(reason)"
    case .stalled(let url, let time): "\(url): nothing came for \(time.inSeconds)"
    case .tooSlow(let url, let byteCount, let time):
      "\(url): it is too slow: \(byteCount) bytes came in \(time.inSeconds)"
    case .refused(let url, let status, let retryAfter):
      "\(url): the server answered \(status)" + (statusName(status).map { " (\($0))" } ?? "")
        + (retryAfter.map { "; it asks to wait \($0.inSeconds)" } ?? "")
    case .expiredLink(let url, let expiry): "\(url): the link has expired at \(expiry.ISO8601Format())"
    case .tooManyRedirections(let url, let limit): "\(url): redirected more than \(limit) times"
    case .cancelled: "the download was cancelled"
    case .tooLarge(let url, let limit): "\(url): it has more than \(limit) bytes, the limit of a download"
    case .wrongSize(let url, let expected, let found): "\(url): \(found) bytes came, \(expected) were expected"
    case .wrongHash(let url, let expected, let found):
      "\(url): the SHA-256 of what came is \(found), expected is \(expected)"
    case .unusableModel(let url, let reason): "\(url): what came is no model that can be run: \(reason)"
    case .unusableArchive(let url, let member, let reason): "\(url): cannot unpack \"\(member)\": \(reason)"
    }
  }
}

extension ModelManagerError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}

extension ModelManagerError {
  /// What went wrong, without the model's name.
  var cause: ModelManagerError {
    if case .inModel(_, let error) = self { error.cause } else { self }
  }
}

extension Duration {
  /// For people: without digits that nobody measures.
  fileprivate var inSeconds: String {
    let seconds = (self / .milliseconds(1)).rounded() / 1000
    if seconds == 1 { return "1 second" }
    return seconds == seconds.rounded() ? "\(Int(seconds)) seconds" : "\(seconds) seconds"
  }
}
