import Foundation
import TestModels
import Testing

@testable import TFLiteModelManager

/// The reader of archives for Apple's systems, whose library for compression is played by zlib here, gives what libarchive
/// gives.
@Suite struct AppleArchiveTests {
  private static let model = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })

  /// What differs: here, ZIP archives are read by the directory at their end.
  private static let differing: Set = [
    // It has none any more.
    "cut.zip",
    // It does not say so, only what stands before the entry does.
    "encrypted.zip",
    // libarchive keeps a map of the holes.
    "holes.tgz",
  ]

  @Test func equalsLibarchive() throws {
    let frameworks = try StubModules(apple: ["Compression"])
    let names = ["ArchiveEntry", "ArchiveProblem", "EntryContents", "ModelArchive"].map { "/\($0).swift" }
    let sources = try StubModules.sources(of: "TFLiteModelManager").filter { source in
      source.path.contains("/Archives/Apple/") || names.contains { source.path.hasSuffix($0) }
    }
    let probe = try frameworks.compileProgram(
      "ArchiveProbe", with: sources, modules: ["TFLiteSchema", "TFLiteFlatBuffers", "TFLiteCLibrary"])
    let folder = try ArchiveFolder(model: Self.model)
    let destination = frameworks.folder.appending(path: "unpacked")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(files.count > 25)
    for file in files {
      let archive = folder.url.appending(path: file)
      for member in ["detect.tflite", "labels/labelmap.txt", nil] {
        let expected = Self.outcome(destination) {
          try ModelArchive(file: archive, byteLimit: 10_000_000)
            .unpack(member, to: destination, memberByteLimit: 1_000_000)
        }
        let arguments = [archive.path, destination.path] + (member.map { [$0] } ?? [])
        let finished = try FinishedProgram(probe, arguments)
        let actual = finished.output.isEmpty ? Self.outcome(destination) {} : (finished.text.dropLast(), nil)
        #expect(finished.status == 0)
        let comment: Comment = "\(file), \(member ?? "any model"): \(actual.0) instead of \(expected.0)"
        guard !Self.differing.contains(file) else { continue }
        #expect(actual.1 == expected.1, comment)
        let unreadable = "the archive cannot be read: "
        #expect(
          actual.0 == expected.0 || actual.0.hasPrefix(unreadable) && expected.0.hasPrefix(unreadable), comment)
      }
    }
  }

  /// What is wrong, or nothing and what was unpacked.
  private static func outcome(_ destination: URL, _ unpack: () throws -> Void) -> (Substring, Data?) {
    defer { try? FileManager.default.removeItem(at: destination) }
    do { try unpack() } catch { return ("\(error)"[...], nil) }
    return ("", try? Data(contentsOf: destination))
  }
}
