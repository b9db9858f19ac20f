import Foundation

/// One model file on a web server. Whether it is new is asked with its ETag.
public struct URLModelSource: ModelSource {
  /// The model file.
  public let file: RemoteFile
  /// The names of the classes; nil where the model carries them.
  public let labels: RemoteFile?

  /// The address.
  public var origin: ModelOrigin { .url(file.url) }

  /// Names a file by its address alone.
  public init(_ url: URL) { self.init(RemoteFile(url: url)) }

  /// Names a file of which more is known.
  public init(_ file: RemoteFile, labels: RemoteFile? = nil) {
    self.file = file
    self.labels = labels
  }

  /// Names a file by its address.
  ///
  /// - Throws: ``ModelManagerError/unsuitableURL(url:reason:)`` for what is no address.
  public init(_ address: String) throws(ModelManagerError) { self.init(try URL(address: address)) }

  /// Offers the file. Only the transfer tells whether it is new, where the caller has not said what it holds.
  public func answer(to request: ModelRequest) async throws -> ModelAnswer {
    let revision = file.sha256.map { (["sha256", $0.lowercased()] + [labels?.sha256].compactMap(\.self)) }?
      .joined(separator: ":")
    return .offer(ModelOffer(revision: revision, file: file, labels: labels))
  }
}
