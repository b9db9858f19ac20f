import Foundation

/// A `manifest.json` as AutoML writes it beside a model: `modelFile`, `labelsFile`, `modelType`.
///
/// Published manifests have commas behind their last member, which are accepted, as is everything else of JSON5.
public struct AutoMLManifest: Equatable, Sendable {
  /// The manifest itself.
  public let path: String
  /// The model file that it names.
  public let modelPath: String
  /// The file with the names of the classes that it names.
  public let labelsPath: String?
  /// `IMAGE_LABELING` or `OBJECT_DETECTION`; nil where the manifest does not say.
  public let modelType: String?

  private struct Members: Decodable {
    let modelFile: String
    let labelsFile: String?
    let modelType: String?
  }

  /// Reads a manifest.
  ///
  /// - Throws: ``ModelManagerError/unreadableManifest(path:reason:)`` when the file cannot be read, is no JSON, names no model,
  ///   or names a file outside of its folder.
  public init(contentsOfFile path: String) throws(ModelManagerError) {
    let members: Members
    do {
      members = try JSON5Document(ReadableText.bytes(of: URL(fileURLWithPath: path))).decoded(as: Members.self)
    } catch {
      throw .unreadableManifest(path: path, reason: error.asJSONProblem)
    }
    self.path = path
    modelType = members.modelType
    modelPath = try Self.file(members.modelFile, besideManifest: path)
    labelsPath = try members.labelsFile.map { name throws(ModelManagerError) in
      try Self.file(name, besideManifest: path)
    }
  }

  /// A file in the manifest's folder or below it. Where links lead is the business of who made them.
  private static func file(_ name: String, besideManifest path: String) throws(ModelManagerError) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !parts.contains(".."), !name.hasPrefix("/"), !name.contains("\0") else {
      throw .unreadableManifest(path: path, reason: "it names \"\(name)\", which is no file in its folder")
    }
    return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
