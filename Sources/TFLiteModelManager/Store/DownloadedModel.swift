import Foundation

/// A model that has been downloaded, checked, and put in place.
public struct DownloadedModel: Sendable, Equatable {
  /// What is written down about the model.
  public let record: ModelRecord
  /// The model file. The path stays the same when the model is updated; whoever has opened the file keeps the old one.
  public let path: String
  /// The names of the classes; nil where the model carries them.
  public let labelsPath: String?

  /// What the model is called.
  public var name: String { record.name }
  /// The variant that this is; nil where there are none.
  public var variant: String? { record.variant }

  /// The files, for detectors and labelers.
  public var localModel: LocalModel { LocalModel(path: path, labelsPath: labelsPath) }

  /// The same model at its origin, for updates; nil where the record does not say enough to ask there.
  public var remoteModel: CustomRemoteModel? {
    record.origin.source.map { CustomRemoteModel(name: name, source: $0, variant: record.pinnedVariant) }
  }

  /// The model file of this version, without links.
  var resolvedURL: URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }
}

/// What is written down about a downloaded model.
public struct ModelRecord: Codable, Sendable, Equatable {
  /// What the model is called.
  public internal(set) var name: String
  /// A name for people; nil where the source gave none.
  public internal(set) var version: String?
  /// What the source called this state of the model; nil where it could not know.
  public internal(set) var revision: String?
  /// The variant that this is; nil where there are none.
  public internal(set) var variant: String?
  /// The variant that was asked for; nil where it fell to the installation.
  public internal(set) var pinnedVariant: String?
  /// The license, as an SPDX expression where there is one.
  public internal(set) var license: String?
  /// Where the model has come from.
  public internal(set) var origin: ModelOrigin
  /// The address of the file.
  public internal(set) var url: String
  /// The SHA-256 of the model file, in hexadecimal digits.
  public internal(set) var sha256: String
  /// The size of the model file in bytes.
  public internal(set) var size: Int
  /// What the server called the bytes; nil where it did not.
  public internal(set) var etag: String?
  /// Whether there is a file with the names of the classes.
  public internal(set) var hasLabels: Bool
  /// When the model was put in place.
  public internal(set) var date: Date
}
