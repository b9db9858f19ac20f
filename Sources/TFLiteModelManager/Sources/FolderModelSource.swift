import Foundation
import TFLiteCLibrary

/// The models of a folder on this machine: those of its `index.json`, or else `NAME.tflite`, with labels in `NAME.txt`.
public struct FolderModelSource: ModelSource {
  /// The folder.
  public let folder: URL

  /// The folder.
  public var origin: ModelOrigin { .folder(folder) }

  /// Names a folder.
  public init(_ folder: URL) { self.folder = folder }

  /// Looks into the folder.
  public func answer(to request: ModelRequest) async throws -> ModelAnswer {
    let index = folder.appendingPathComponent("index.json")
    if try FileStatus.at(index.path) != nil {
      return try await IndexModelSource(index).answer(to: request)
    }
    guard !request.name.contains("/"), let file = try file("\(request.name).tflite") else {
      throw ModelManagerError.notOffered(source: folder.path, offered: try names())
    }
    guard request.variant == nil else { throw ModelManagerError.unknownVariant(request.variant ?? "", known: []) }
    let labels = try self.file("\(request.name).txt")
    let stamps = [file.stamp] + (labels.map { [$0.stamp] } ?? [])
    return .offer(
      ModelOffer(revision: stamps.joined(separator: " "), file: file.file, labels: labels?.file))
  }

  /// The names of the models, where the folder has no index.
  package func names() throws(ModelManagerError) -> [String] {
    try FolderContents.names(inFolder: folder.path)
      .filter { $0.hasSuffix(".tflite") }.map { String($0.dropLast(".tflite".count)) }.sorted()
  }

  /// A file, and what changes when it is written.
  private func file(_ name: String) throws(ModelManagerError) -> (file: RemoteFile, stamp: String)? {
    let url = folder.appendingPathComponent(name)
    guard try FileStatus.at(url.path) != nil else { return nil }
    let attributes: [FileAttributeKey: Any]
    do { attributes = try FileManager.default.attributesOfItem(atPath: url.path) } catch {
      throw ModelManagerError(error, at: url)
    }
    guard let size = attributes[.size] as? Int, let date = attributes[.modificationDate] as? Date else { return nil }
    return (RemoteFile(url: url, size: size), "\(name) \(size) \(date.timeIntervalSinceReferenceDate)")
  }
}
