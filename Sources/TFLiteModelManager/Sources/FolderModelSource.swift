import Foundation

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
    if FileManager.default.fileExists(atPath: index.path) {
      return try await IndexModelSource(index).answer(to: request)
    }
    guard !request.name.contains("/"), let file = file("\(request.name).tflite") else {
      throw ModelManagerError.notOffered(source: folder.path, offered: names)
    }
    guard request.variant == nil else { throw ModelManagerError.unknownVariant(request.variant ?? "", known: []) }
    let labels = self.file("\(request.name).txt")
    let stamps = [file.stamp] + (labels.map { [$0.stamp] } ?? [])
    return .offer(
      ModelOffer(revision: stamps.joined(separator: " "), file: file.file, labels: labels?.file))
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasSuffix(".tflite") }.map { String($0.dropLast(".tflite".count)) }.sorted()
  }

  /// A file, and what changes when it is written.
  private func file(_ name: String) -> (file: RemoteFile, stamp: String)? {
    let url = folder.appendingPathComponent(name)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      let size = attributes[.size] as? Int, let date = attributes[.modificationDate] as? Date
    else { return nil }
    return (RemoteFile(url: url, size: size), "\(name) \(size) \(date.timeIntervalSinceReferenceDate)")
  }
}
