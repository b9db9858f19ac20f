import Foundation

// The members of a release stand beside those of its model or variant: `"url"`, not `"file": {"url"`.

/// What an object of the format may have.
private enum Members {
  static let file = ["url", "member", "sha256", "size"]
  static let release = ["version", "labels"] + file
  static let variant = ["name", "weight"] + release
  static let model = ["name", "summary", "license"]
  static let index = ["models", "requires_hashes"]
}

extension ModelIndex: Codable {
  private enum Key: String, CodingKey { case models, requiresHashes = "requires_hashes" }

  /// Reads the members of the format.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    try decoder.refuseMembers(except: Members.index)
    models = try members.decode([Entry].self, forKey: .models)
    requiresHashes = try members.decodeIfPresent(Bool.self, forKey: .requiresHashes) ?? true
  }

  /// Writes the members of the format.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    if !requiresHashes { try members.encode(false, forKey: .requiresHashes) }
    try members.encode(models, forKey: .models)
  }
}

extension ModelIndex.Release {
  private enum Key: String, CodingKey { case version, labels }

  /// Reads the members of the format.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    version = try members.decodeIfPresent(String.self, forKey: .version)
    file = try ModelIndex.File(from: decoder)
    labels = try members.decodeIfPresent(ModelIndex.File.self, forKey: .labels)
    if labels != nil { try members.superDecoder(forKey: .labels).refuseMembers(except: Members.file) }
  }

  /// Writes the members of the format.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encodeIfPresent(version, forKey: .version)
    try file.encode(to: encoder)
    try members.encodeIfPresent(labels, forKey: .labels)
  }
}

extension ModelIndex.Variant: Codable {
  private enum Key: String, CodingKey { case name, weight }

  /// Reads the members of the format.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    name = try members.decode(String.self, forKey: .name)
    weight = try members.decode(Double.self, forKey: .weight)
    try decoder.refuseMembers(except: Members.variant)
    release = try ModelIndex.Release(from: decoder)
  }

  /// Writes the members of the format.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(name, forKey: .name)
    try members.encode(weight, forKey: .weight)
    try release.encode(to: encoder)
  }
}

extension ModelIndex.Entry: Codable {
  private enum Key: String, CodingKey { case name, summary, license, variants }

  /// Reads the members of the format.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    name = try members.decode(String.self, forKey: .name)
    summary = try members.decodeIfPresent(String.self, forKey: .summary)
    license = try members.decodeIfPresent(String.self, forKey: .license)
    variants = try members.decodeIfPresent([ModelIndex.Variant].self, forKey: .variants) ?? []
    try decoder.refuseMembers(except: Members.model + (variants.isEmpty ? Members.release : []) + ["variants"])
    release = variants.isEmpty ? try ModelIndex.Release(from: decoder) : nil
  }

  /// Writes the members of the format.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(name, forKey: .name)
    try members.encodeIfPresent(summary, forKey: .summary)
    try members.encodeIfPresent(license, forKey: .license)
    try release?.encode(to: encoder)
    if !variants.isEmpty { try members.encode(variants, forKey: .variants) }
  }
}

extension ModelIndex {
  /// Reads an index.
  ///
  /// - Parameters:
  ///   - data: the JSON; commas behind last members and the rest of JSON5 are accepted.
  ///   - url: where it comes from, for errors.
  /// - Throws: ``ModelManagerError/invalidIndex(url:reason:)`` for what is no index, for members that it does not have, for
  ///   two models or variants of one name, for hash values that are missing or none, and for weights that are negative or
  ///   all zero.
  public init(_ data: Data, url: URL) throws(ModelManagerError) {
    do {
      self = try JSON5Document(data).decoded(as: ModelIndex.self)
    } catch {
      throw .invalidIndex(url: url.withoutSecrets, reason: error.asJSONProblem)
    }
    if let reason = contradiction { throw .invalidIndex(url: url.withoutSecrets, reason: reason) }
  }

  /// What cannot be meant so.
  private var contradiction: String? {
    if let name = models.map(\.name).firstRepeated { return "it has two models \"\(name)\"" }
    for model in models {
      if let name = model.variants.map(\.name).firstRepeated {
        return "model \"\(model.name)\" has two variants \"\(name)\""
      }
      let weights = model.variants.map(\.weight)
      if !weights.isEmpty, !weights.allSatisfy({ $0 >= 0 && $0.isFinite }) || weights.reduce(0, +) <= 0 {
        return
          "the weights of the variants of model \"\(model.name)\" are \(weights), expected none below 0 and one above"
      }
      for file in ([model.release] + model.variants.map(\.release)).compactMap(\.self).flatMap(\.files) {
        if requiresHashes, file.sha256 == nil {
          return
            "\(file.url) of model \"\(model.name)\" has no \"sha256\"; `sha256sum` tells it (an index that goes without "
            + "says \"requires_hashes\": false)"
        }
        if let hash = file.sha256, !hash.isHashValue {
          return "the \"sha256\" of \(file.url) is \"\(hash)\", expected are 64 hexadecimal digits"
        }
        if let size = file.size, size < 0 { return "the \"size\" of \(file.url) is \(size)" }
      }
    }
    return nil
  }
}

extension ModelIndex.Release {
  fileprivate var files: [ModelIndex.File] { [file] + (labels.map { [$0] } ?? []) }
}

extension Decoder {
  /// Members that nobody reads were meant to say something.
  fileprivate func refuseMembers(except known: [String]) throws {
    let members = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
    let unknown = members.filter { !known.contains($0) && !$0.hasPrefix("x-") }.sorted()
    guard let first = unknown.first else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: codingPath + [AnyMember(stringValue: first)],
        debugDescription: "no member has this name; there are \(known.joined(separator: ", ")), "
          + "and those of yours, which begin with x-"))
  }
}

private struct AnyMember: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Array where Element: Hashable {
  fileprivate var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}

extension String {
  /// Whether these are the 64 hexadecimal digits of a SHA-256.
  package var isHashValue: Bool { utf8.count == 64 && allSatisfy { $0.isASCII && $0.isHexDigit } }
}
