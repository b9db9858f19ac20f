import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModelServer
import TestModels
import Testing

@testable import TFLiteModelManager

/// A server with models, and a folder for what is downloaded.
final class Hosting: Sendable {
  let server: ModelServer
  let folder: URL
  let manager: ModelManager

  /// - Parameter attempts: how often what failed is tried, without pauses.
  init(attempts: Int = 5) async throws {
    server = try await ModelServer()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("hosting-\(UUID().uuidString)")
    manager = ModelManager(Self.configuration(folder, attempts: attempts))
    manager.configuration.source = IndexModelSource(server.url("/index.json"))
  }

  deinit {
    for file in [folder, indexFile] { try? FileManager.default.removeItem(at: file) }
    Task { [server] in await server.stop() }
  }

  /// A manager that makes no pauses.
  static func configuration(_ folder: URL, attempts: Int = 5) -> ModelManager.Configuration {
    var configuration = ModelManager.Configuration(folder: folder)
    configuration.retries.attempts = attempts
    configuration.waitForBusyServers()
    configuration.sleep = { _ in try Task.checkCancellation() }
    return configuration
  }

  /// Lets the manager wait for a server that has just died.
  func waitForTheServer() {
    manager.configuration.retries.attempts = 10_000
    manager.configuration.sleep = { _ in try await Task.sleep(for: .milliseconds(20)) }
  }

  /// The model that tests download.
  let model = CustomRemoteModel(name: "detector")

  /// A detector of about 100 KB that can be told from others.
  static func model(_ version: Int, paddingByteCount: Int = 100_000) throws -> Data {
    var sketch = ModelSketch.detector()
    sketch.model.description = "version \(version)"
    let padding = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: paddingByteCount)
    sketch.model.buffers.append(Buffer(data: ByteSlice(padding)))
    return Data(try sketch.model.serialized())
  }

  /// Publishes a model in the index.
  func publish(
    _ version: Int, labels: String? = nil, hasETag: Bool = true, change: (inout ModelIndex.Entry) -> Void = { _ in }
  ) throws {
    try publish(Self.model(version), version: "\(version)", labels: labels, hasETag: hasETag, change: change)
  }

  /// Publishes any bytes in the index.
  func publish(
    _ bytes: Data, version: String = "1", labels: String? = nil, hasETag: Bool = true,
    change: (inout ModelIndex.Entry) -> Void = { _ in }
  ) throws {
    let path = "/files/\(version).tflite"
    server.files[path] = .init(bytes, hasETag: hasETag)
    if let labels { server.files["/labels.txt"] = .init(Data(labels.utf8)) }
    var entry = ModelIndex.Entry(
      name: model.name, license: "Apache-2.0",
      release: .init(
        version: version,
        file: .init(url: String(path.dropFirst()), sha256: bytes.sha256, size: bytes.count),
        labels: labels.map { .init(url: "labels.txt", sha256: Data($0.utf8).sha256) }))
    change(&entry)
    try publish([entry])
  }

  private var indexFile: URL { folder.appendingPathExtension("json") }

  /// Takes the index from a file, so that the server has to answer for models only.
  func useLocalIndex() throws {
    let index = try #require(server.files["/index.json"]).bytes
    let decoded = try ModelIndex(index, url: server.url("/index.json"))
    let entries = decoded.models.map { entry in
      var entry = entry
      let path = "/" + (entry.release?.file.url ?? "")
      entry.release?.file.url = server.url(path).absoluteString
      return entry
    }
    let file = indexFile
    try JSONEncoder().encode(ModelIndex(models: entries)).write(to: file)
    manager.configuration.source = IndexModelSource(file)
  }

  /// Publishes an index, which goes without hashes where entries do.
  func publish(_ entries: [ModelIndex.Entry]) throws {
    let index = ModelIndex(models: entries, requiresHashes: false)
    server.files["/index.json"] = .init(try JSONEncoder().encode(index))
  }

  /// Another manager of the same folder.
  func otherManager(_ change: (inout ModelManager.Configuration) -> Void = { _ in }) -> ModelManager {
    var configuration = manager.configuration
    change(&configuration)
    return ModelManager(configuration)
  }

  /// What is in place.
  var installed: DownloadedModel? { manager.downloadedModel(model) }

  /// What has come of the model and waits for the rest.
  var partial: PartialFile { PartialFile(folder: folder.appendingPathComponent("models/detector/partial")) }

  /// All files of the folder, by their path in it; versions are called `V`.
  var files: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { path in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder)
      return !exists || !isFolder.boolValue
    }.map { $0.replacing(/versions\/[0-9A-F-]{36}/, with: "versions/V") }
      .filter { !$0.hasPrefix("models/detector/current/") }.sorted()
  }

  /// The files of a store in which nothing is left over.
  static let filesInOrder = [
    "locks/detector", "models/detector/versions/V/model.tflite", "models/detector/versions/V/record.json",
  ]
}

extension Data {
  var sha256: String { SHA256Hash.of(self).hexadecimal }
}

/// The error that a download ends with.
func failure(_ body: () async throws -> Void) async -> ModelManagerError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? ModelManagerError
  }
}
