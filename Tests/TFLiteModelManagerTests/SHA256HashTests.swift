import Foundation
import TestModels
import TestRandomness
import Testing

@testable import TFLiteModelManager

/// SHA-256 beside the program `sha256sum`.
@Suite struct SHA256HashTests {
  /// Around the lengths of blocks, and with pieces of any length.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum"), "there is no sha256sum"))
  func isThatOfAnotherProgram() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let folder = FileManager.default.temporaryDirectory.appending(path: "hashes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let counts = Array(0...130) + (0..<20).map { _ in Int.random(in: 131...300_000, using: &random) }
    var hashes: [String] = []
    for (index, count) in counts.enumerated() {
      let bytes = Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      try bytes.write(to: folder.appending(path: "\(index)"))
      var hash = SHA256Hash()
      var rest = bytes
      while !rest.isEmpty {
        let piece = Int.random(in: 0...max(64, count / 3), using: &random)
        hash.update(rest.prefix(piece))
        rest = rest.dropFirst(piece)
      }
      hashes.append(hash.finalize().hexadecimal)
      #expect(SHA256Hash.of(bytes).hexadecimal == hashes[index], "seed \(seed), \(count) bytes")
    }
    let expected = try Self.sha256sum(counts.indices.map(String.init), in: folder)
    for (index, count) in counts.enumerated() {
      #expect(hashes[index] == expected[index], "seed \(seed), \(count) bytes")
    }
  }

  private static func sha256sum(_ files: [String], in folder: URL) throws -> [String] {
    let program = try FinishedProgram(URL(filePath: "/usr/bin/sha256sum"), files, in: folder)
    let lines = program.text.split(separator: "\n")
    try #require(program.status == 0 && lines.count == files.count)
    return lines.map { String($0.prefix(64)) }
  }
}
