import Foundation

/// A list of models on a web server: one JSON file, and the models anywhere.
///
/// ```json
/// {"models": [
///   {"name": "detector", "version": "3", "url": "detector-3.tflite", "sha256": "…", "size": 4196,
///    "license": "Apache-2.0", "labels": {"url": "labels.txt", "sha256": "…"}}
/// ]}
/// ```
///
/// Addresses may be relative to that of the index. Members of other names are an error, since a misspelled hash would
/// otherwise be none; those that begin with `x-` are left alone. So is a model or a file of labels without a hash, unless
/// the index says `"requires_hashes": false`.
public struct ModelIndex: Equatable, Sendable {
  /// The models.
  public var models: [Entry]
  /// Whether every file has to have a hash. Without one, nobody notices a file that was changed.
  public var requiresHashes: Bool

  /// Makes an index.
  ///
  /// - Parameters:
  ///   - models: the models.
  ///   - requiresHashes: whether every file has to have a hash.
  public init(models: [Entry], requiresHashes: Bool = true) {
    self.models = models
    self.requiresHashes = requiresHashes
  }

  /// A file of a model.
  public struct File: Codable, Equatable, Sendable {
    /// Where the file is, or the archive that holds it; relative to the index.
    public var url: String
    /// The path of the file in the archive; nil where the address is that of the file itself.
    public var member: String?
    /// The SHA-256 of the file, not of the archive, in hexadecimal digits.
    public var sha256: String?
    /// The size of the file, not of the archive, in bytes.
    public var size: Int?

    /// Describes a file.
    public init(url: String, member: String? = nil, sha256: String? = nil, size: Int? = nil) {
      self.url = url
      self.member = member
      self.sha256 = sha256
      self.size = size
    }
  }

  /// A model.
  public struct Entry: Equatable, Sendable {
    /// What the model is asked for with.
    public var name: String
    /// A sentence for people.
    public var summary: String?
    /// The license, as an SPDX expression where there is one.
    public var license: String?
    /// The model, where all installations get the same.
    public var release: Release?
    /// Several models under one name, of which each installation gets one; empty where all get the same.
    public var variants: [Variant]

    /// Describes a model that is the same for all.
    public init(name: String, summary: String? = nil, license: String? = nil, release: Release) {
      self.name = name
      self.summary = summary
      self.license = license
      self.release = release
      variants = []
    }

    /// Describes a model in several variants.
    public init(name: String, summary: String? = nil, license: String? = nil, variants: [Variant]) {
      self.name = name
      self.summary = summary
      self.license = license
      release = nil
      self.variants = variants
    }
  }

  /// What is downloaded.
  public struct Release: Codable, Equatable, Sendable {
    /// A name for people. What has changed is told by the hash.
    public var version: String?
    /// The model file.
    public var file: File
    /// The names of the classes, one a line; nil where the model carries them.
    public var labels: File?

    /// Describes what is downloaded.
    public init(version: String? = nil, file: File, labels: File? = nil) {
      self.version = version
      self.file = file
      self.labels = labels
    }
  }

  /// One of several models under one name.
  public struct Variant: Equatable, Sendable {
    /// What the variant is reported and pinned with.
    public var name: String
    /// The share of the installations that get it, in proportion to the other weights.
    public var weight: Double
    /// What is downloaded.
    public var release: Release

    /// Describes a variant.
    public init(name: String, weight: Double, release: Release) {
      self.name = name
      self.weight = weight
      self.release = release
    }
  }
}

extension ModelIndex {
  /// The model of a name.
  public func entry(named name: String) -> Entry? { models.first { $0.name == name } }
}
