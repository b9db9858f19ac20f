import Foundation
import TestModelServer
import TestModels
import Testing

@testable import TFLiteModelManager

/// Models that come in archives.
@Suite struct ArchiveDownloadTests {
  private static let labels = "cat\ndog\n"
  private let hosting: Hosting
  private let folder: ArchiveFolder

  init() async throws {
    hosting = try await Hosting()
    folder = try ArchiveFolder(model: Hosting.model(1))
  }

  /// Publishes an archive with a model and its labels.
  private func publish(_ archive: String, change: (inout ModelIndex.Release) -> Void = { _ in }) throws {
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent(archive))
    hosting.server.files["/files/\(archive)"] = .init(bytes)
    let model = try Hosting.model(1)
    let url = "files/\(archive)"
    var release = ModelIndex.Release(
      version: "1", file: .init(url: url, member: "detect.tflite", sha256: model.sha256, size: model.count),
      labels: .init(url: url, member: "labels/labelmap.txt", sha256: Data(Self.labels.utf8).sha256))
    change(&release)
    try hosting.publish([ModelIndex.Entry(name: hosting.model.name, release: release)])
  }

  @Test(arguments: ["deflated.zip", "pax.tgz", "gnu.tar.gz", "pax.tar"])
  func modelAndLabelsComeInOneTransfer(_ archive: String) async throws {
    try publish(archive)
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
    #expect(try String(contentsOfFile: #require(model.labelsPath), encoding: .utf8) == Self.labels)
    #expect(try model.record.size == Hosting.model(1).count)
    #expect(hosting.server.requestCount("/files/\(archive)") == 1)
    #expect(hosting.files == (Hosting.filesInOrder + ["models/detector/versions/V/labels.txt"]).sorted())
    #expect(try await hosting.manager.downloadAsync(hosting.model) == model)
    #expect(hosting.server.requestCount("/files/\(archive)") == 1)
  }

  @Test func theOnlyModelNeedsNoName() async throws {
    try publish("deflated.zip") {
      $0.file.member = nil
      $0.labels = nil
    }
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
    // Also where neither index nor address say that it is an archive.
    let archive = try Data(contentsOf: folder.url.appendingPathComponent("pax.tgz"))
    hosting.server.files["/files/download"] = .init(archive)
    let source = URLModelSource(hosting.server.url("/files/download"))
    let plain = try await hosting.manager.downloadAsync(CustomRemoteModel(name: "plain", source: source))
    #expect(try plain.record.sha256 == Hosting.model(1).sha256)
  }

  @Test func labelsMayComeInAnArchiveOfTheirOwn() async throws {
    let bytes = try Hosting.model(1)
    hosting.server.files["/files/1.tflite"] = .init(bytes)
    try publish("deflated.zip") { $0.file = .init(url: "files/1.tflite", sha256: bytes.sha256, size: bytes.count) }
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try String(contentsOfFile: #require(model.labelsPath), encoding: .utf8) == Self.labels)
    // Only the labels have changed: the model is not transferred again.
    try publish("pax.tgz") {
      $0.file = .init(url: "files/1.tflite", sha256: bytes.sha256, size: bytes.count)
      $0.version = "2"
    }
    let second = try await hosting.manager.downloadAsync(hosting.model)
    #expect(second.record.version == "2" && hosting.server.requestCount("/files/1.tflite") == 1)
    #expect(try String(contentsOfFile: #require(second.labelsPath), encoding: .utf8) == Self.labels)
    #expect(hosting.files == (Hosting.filesInOrder + ["models/detector/versions/V/labels.txt"]).sorted())
  }

  @Test func aBrokenTransferIsResumed() async throws {
    hosting.server.faults = [.truncated(after: 40_000)]
    try publish("pax.tar")
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.version == "1")
    #expect(hosting.server.requests.last { $0.path == "/files/pax.tar" }?.range == "bytes=40000-")
  }

  /// What is wrong, and what the error says; the model that was in place stays.
  @Test func whatIsWrong() async throws {
    let wrong: [(String, (inout ModelIndex.Release) -> Void, String)] = [
      ("deflated.zip", { $0.file.member = "model.tflite" }, "cannot unpack \"model.tflite\": it is not in the archive"),
      ("deflated.zip", { $0.file.sha256 = Data().sha256 }, "the SHA-256 of what came is "),
      ("deflated.zip", { $0.file.size? += 1 }, "were expected"),
      ("deflated.zip", { $0.file.size? -= 1 }, "it has more than "),
      ("deflated.zip", { $0.labels?.member = "labels.txt" }, "cannot unpack \"labels.txt\": it is not in the archive"),
      ("deflated.zip", { $0.labels?.sha256 = Data().sha256 }, "the SHA-256 of what came is "),
      ("cut.zip", { _ in }, "the archive cannot be read: "), ("text", { _ in }, "the archive cannot be read: "),
      ("several.zip", { $0.file.member = nil }, "one has to be named"),
      ("bomb.tgz", { _ in }, "unpacks to more than 10000000 bytes"),
    ]
    try hosting.publish(2)
    try await hosting.manager.downloadAsync(hosting.model)
    let before = hosting.files
    hosting.manager.configuration.unpackingLimit = 10_000_000
    for (archive, change, text) in wrong {
      try publish(archive, change: change)
      let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
      #expect(error.map { "\($0)".contains(text) } == true, "\(archive): \(error.map { "\($0)" } ?? "nothing")")
      #expect(hosting.installed?.record.version == "2")
      #expect(hosting.files.filter { !$0.contains("/partial/") } == before, "\(archive)")
    }
  }
}
