import Foundation
import Testing

@testable import TFLiteModelManager

/// Models come whole out of archives that Python has written, and nothing comes out of broken ones.
@Suite struct ModelArchiveTests {
  /// What stands for a model: the archives' reader does not look into it.
  private static let model = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
  private let folder: ArchiveFolder

  init() throws { folder = try ArchiveFolder(model: Self.model) }

  private func unpack(
    _ archive: String, _ member: String? = "detect.tflite", limit: Int = 10_000_000, memberLimit: Int = 1_000_000
  ) throws -> Data {
    let destination = folder.url.appendingPathComponent("unpacked")
    try ModelArchive(file: folder.url.appendingPathComponent(archive), byteLimit: limit)
      .unpack(member, to: destination, memberByteLimit: memberLimit)
    return try Data(contentsOf: destination)
  }

  private func problem(
    _ archive: String, _ member: String? = "detect.tflite", limit: Int = 10_000_000, memberLimit: Int = 1_000_000
  ) throws -> ArchiveProblem {
    let error = #expect(throws: ArchiveProblem.self) {
      try unpack(archive, member, limit: limit, memberLimit: memberLimit)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("unpacked").path))
    return try #require(error)
  }

  @Test(
    arguments: [
      "deflated.zip", "stored.zip", "streamed.zip", "streamed-stored.zip", "with-lzma.zip", "pax.tar", "gnu.tar",
      "pax.tgz", "gnu.tar.gz",
    ], ["detect.tflite", nil])
  func takesOutAModel(_ archive: String, member: String?) throws {
    #expect(try ModelArchive.isArchive(folder.url.appendingPathComponent(archive)))
    #expect(try unpack(archive, member) == Self.model)
  }

  @Test func takesOutLabels() throws {
    for archive in ["deflated.zip", "pax.tgz"] {
      #expect(try unpack(archive, "labels/labelmap.txt") == Data("cat\ndog\n".utf8), "\(archive)")
    }
  }

  @Test func knowsArchivesByTheirFirstBytes() throws {
    let files = ["model-with-files.tflite", "short", "text"]
    for file in files { #expect(try !ModelArchive.isArchive(folder.url.appendingPathComponent(file)), "\(file)") }
  }

  @Test(arguments: ["several.zip", "several.tgz"])
  func asksWhichOfSeveral(_ archive: String) throws {
    #expect(try problem(archive, nil) == .several("a/detect.tflite", "b/OTHER.TFLITE"))
    #expect(try unpack(archive, "a/detect.tflite") == Self.model)
    // What a Mac adds about files is no file.
    #expect(try unpack("mac.zip", nil) == Self.model)
  }

  @Test func saysWhatThereIs() throws {
    #expect(try problem("pax.tgz", "model.tflite") == .missing(names: ["labels/labelmap.txt", "detect.tflite"]))
    #expect(try problem("empty.zip", nil) == .missing(names: []))
    let names = (0..<8).map { "file\($0).txt" }
    #expect(try problem("many.zip") == .missing(names: names))
    #expect(
      ArchiveProblem.missing(names: names).description
        == "it is not in the archive, which begins with \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
  }

  /// A name with `..` is a name, nothing more.
  @Test func namesNeverBecomePaths() throws {
    let parent = folder.url.deletingLastPathComponent().appendingPathComponent("escaped.tflite")
    #expect(try unpack("traversal.tgz", nil) == Self.model)
    #expect(try unpack("traversal.tgz", "../escaped.tflite") == Self.model)
    #expect(!FileManager.default.fileExists(atPath: parent.path))
  }

  @Test(arguments: ["symbolic-link.tgz", "hard-link.tgz"])
  func followsNoLinks(_ archive: String) throws {
    #expect(try problem(archive) == .noFile)
    #expect(try problem(archive, nil) == .missing(names: ["detect.tflite"]))
    #expect(try problem("folder.tgz") == .missing(names: ["detect.tflite/"]))
  }

  @Test func sizesAreLimited() throws {
    for archive in ["deflated.zip", "pax.tgz"] {
      #expect(try unpack(archive, memberLimit: Self.model.count) == Self.model, "\(archive)")
      #expect(try problem(archive, memberLimit: Self.model.count - 1) == .tooLarge(limit: Self.model.count - 1))
    }
    // 12 MB of zeros stand before the model.
    for archive in ["bomb.zip", "bomb.tgz"] {
      #expect(try problem(archive) == .tooMuchInAll(limit: 10_000_000))
      #expect(try unpack(archive, limit: 30_000_000) == Self.model)
    }
    // Many empty files, and a map of many holes, which libarchive would keep in memory.
    #expect(try problem("empty-files.tgz") == .tooMuchInAll(limit: 10_000_000))
    #expect(try problem("holes.tgz", limit: 1 << 30) == .longHeader(limit: 1 << 20))
  }

  @Test func brokenArchives() throws {
    let archives = [
      "cut.zip", "cut.tgz", "cut.tar", "damaged.zip", "text", "short", "model-with-files.tflite",
      "nothing", "nowhere", ".",
    ]
    for archive in archives {
      guard case .unreadable(let reason, _) = try problem(archive) else {
        Issue.record("\(archive): another problem")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(try problem("encrypted.zip") == .encrypted)
  }

  /// Every byte changed and every length cut: an error, the right bytes, or bytes that their hash will tell.
  @Test(arguments: ["small.zip", "small.tgz", "small.tar"])
  func anyDamageIsSurvived(_ archive: String) throws {
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent(archive))
    let damaged = folder.url.appendingPathComponent("damaged")
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 0xFF
      for data in [changed, bytes.prefix(position)] {
        try data.write(to: damaged)
        do { _ = try unpack("damaged", limit: 1_000_000, memberLimit: 10_000) } catch is ArchiveProblem {}
      }
    }
  }
}
