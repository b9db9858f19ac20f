import Foundation

// The members of a release stand beside those of its model or variant: `"url"`, not `"file": {"url"`.

extension ModelIndex.Release {
  private enum Key: String, CodingKey { case version, labels }

  /// Reads the members of the format.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    version = try members.decodeIfPresent(String.self, forKey: .version)
    file = try ModelIndex.File(from: decoder)
    labels = try members.decodeIfPresent(ModelIndex.File.self, forKey: .labels)
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
  /// - Throws: ``ModelManagerError/invalidIndex(url:reason:)`` for what is no index, for two models or variants of one
  ///   name, for hash values that are none, and for weights that are negative or all zero.
  public init(_ data: Data, url: URL) throws(ModelManagerError) {
    do {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      self = try decoder.decode(ModelIndex.self, from: data)
    } catch let error as DecodingError {
      throw .invalidIndex(url: url.withoutSecrets, reason: error.inOneLine)
    } catch {
      throw .invalidIndex(url: url.withoutSecrets, reason: error.localizedDescription)
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
