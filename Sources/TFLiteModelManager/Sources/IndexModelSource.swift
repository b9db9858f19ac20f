import Foundation

/// The models of an index file, on a web server or on this machine.
public struct IndexModelSource: ModelSource {
  /// The index.
  public let url: URL

  /// The index.
  public var origin: ModelOrigin { .index(url) }

  /// Names an index by its address.
  public init(_ url: URL) { self.url = url }

  /// Names an index by its address.
  ///
  /// - Throws: ``ModelManagerError/unsuitableURL(url:reason:)`` for what is no address.
  public init(_ address: String) throws(ModelManagerError) { self.init(try URL(address: address)) }

  /// Reads the index.
  public func answer(to request: ModelRequest) async throws -> ModelAnswer {
    let index = try await index(using: request.client)
    guard let entry = index.entry(named: request.name) else {
      throw ModelManagerError.notOffered(source: url.withoutSecrets, offered: index.models.map(\.name))
    }
    let (release, variant) = try entry.release(for: request)
    let file = try remoteFile(release.file)
    let labels = try release.labels.map { labels throws(ModelManagerError) in try remoteFile(labels) }
    return .offer(
      ModelOffer(
        revision: file.sha256 == nil ? nil : try entry.revision(of: release), version: release.version, file: file,
        labels: labels, variant: variant, license: entry.license))
  }

  /// Fetches the index.
  ///
  /// - Throws: ``ModelManagerError``.
  public func index(using client: HTTPClient) async throws(ModelManagerError) -> ModelIndex {
    try ModelIndex(try await client.get(url).body, url: url)
  }

  private func remoteFile(_ file: ModelIndex.File) throws(ModelManagerError) -> RemoteFile {
    guard let address = URL(string: file.url, relativeTo: url)?.absoluteURL else {
      throw .invalidIndex(url: url.withoutSecrets, reason: "\"\(file.url)\" is no address")
    }
    guard !address.isFileURL || url.isFileURL else {
      throw .unsuitableURL(
        url: address.withoutSecrets, reason: "an index from elsewhere cannot name files of this machine")
    }
    return RemoteFile(url: address, member: file.member, sha256: file.sha256?.lowercased(), size: file.size)
  }
}

extension ModelIndex.Entry {
  /// What a request gets, and the variant that it is.
  fileprivate func release(for request: ModelRequest) throws -> (ModelIndex.Release, String?) {
    if let release {
      guard request.variant == nil else { throw ModelManagerError.unknownVariant(request.variant ?? "", known: []) }
      return (release, nil)
    }
    if let pinned = request.variant {
      guard let variant = variants.first(where: { $0.name == pinned }) else {
        throw ModelManagerError.unknownVariant(pinned, known: variants.map(\.name))
      }
      return (variant.release, pinned)
    }
    let assignment = VariantAssignment(installationID: try request.installationID(), model: name)
    guard let chosen = assignment.index(amongWeights: variants.map(\.weight)) else {
      throw ModelManagerError.unknownVariant("", known: variants.map(\.name))
    }
    return (variants[chosen].release, variants[chosen].name)
  }

  /// Another one for everything that may be changed: license and labels too.
  fileprivate func revision(of release: ModelIndex.Release) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return SHA256Hash.of(try encoder.encode([release]) + Data((license ?? "").utf8)).hexadecimal
  }
}
