import Foundation
import TFLiteModelManager
import TestModels
import TestRandomness

/// Downloads, deletions and reads of one folder's models, by two managers from several tasks at once, while the source
/// offers one version after the other, damaged ones and none.
struct ModelManagerProgram: Sendable {
  private let seed: UInt64
  private let source: URL
  private let managers: [ModelManager]
  private let model = CustomRemoteModel(name: "detector")

  static func run(seed: UInt64) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("source")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    var configuration = ModelManager.Configuration(
      folder: folder.appendingPathComponent("models"), source: FolderModelSource(source))
    configuration.retries.attempts = 2
    configuration.sleep = { _ in try Task.checkCancellation() }
    let program = ModelManagerProgram(
      seed: seed, source: source, managers: [ModelManager(configuration), ModelManager(configuration)])
    try await program.run()
  }

  private func run() async throws {
    try await withThrowingTaskGroup { group in
      for index in 0..<4 {
        let random = SeededGenerator(seed: seed, stream: "manager \(index)")
        group.addTask { try await self.calls(random) }
      }
      if seed % 3 == 0 {
        await Task.yield()
        group.cancelAll()
      }
      try await group.waitForAll()
    }
    let published = try Self.version(99)
    try offer(published)
    let installed = try await managers[0].downloadAsync(model)
    guard try Data(contentsOf: URL(fileURLWithPath: installed.path)) == published else {
      throw Wrong("another model is in place than the one that was downloaded")
    }
    guard managers[1].downloadedModel(model) == installed, managers[0].downloadedModels() == [installed] else {
      throw Wrong("the managers do not agree on what is in place")
    }
    try await managers[1].deleteDownloadedModel(model)
    guard !managers[0].isModelDownloaded(model) else { throw Wrong("the model is there after it was deleted") }
  }

  private func calls(_ seeded: SeededGenerator) async throws {
    var random = seeded
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let manager = managers[Int.random(in: 0..<2, using: &random)]
      do {
        try await call(manager, &random)
      } catch {
        guard error is ModelManagerError || error is CancellationError else { throw error }
      }
    }
  }

  private func call(_ manager: ModelManager, _ random: inout SeededGenerator) async throws {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: try await manager.downloadAsync(model)
    case 2:
      let download = Task { try await manager.downloadAsync(model) }
      await Task.yield()
      download.cancel()
      _ = try await download.value
    case 3: try await manager.deleteDownloadedModel(model)
    case 4:
      let bytes = try manager.read(model) { try Data(contentsOf: URL(fileURLWithPath: $0.path)) }
      guard try bytes.map({ try (0..<3).map(Self.version).contains($0) }) ?? true else {
        throw Wrong("a model is in place that was never whole")
      }
    case 5: _ = (manager.downloadedModels(), manager.isModelDownloaded(model))
    case 6:
      let name = ["", "..", "a/b", "nobody"].randomElement(using: &random) ?? ""
      try await manager.downloadAsync(CustomRemoteModel(name: name))
    case 7: try offer(Self.version(Int.random(in: 0..<3, using: &random)))
    default:
      let whole = try Self.version(0)
      try offer(Bool.random(using: &random) ? Data(whole.dropLast(9)) : Data(whole.reversed()))
    }
  }

  /// Puts a file into the source, all at once.
  private func offer(_ bytes: Data) throws {
    try bytes.write(to: source.appendingPathComponent("detector.tflite"), options: .atomic)
  }

  private static func version(_ number: Int) throws -> Data {
    var sketch = ModelSketch.detector()
    // Each has a size of its own: by that and by its time, which does not tick often, a folder tells files apart.
    sketch.model.description = "version " + String(repeating: "\(number % 10)", count: 100 + 40 * number)
    return Data(try sketch.model.serialized())
  }
}
