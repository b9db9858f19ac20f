import Foundation
import Fuzzing
import TestModels
import TestRandomness
import Testing

/// What takes bytes from strangers comes to an end with all that fuzzing has found to lead to code of its own, with what once
/// was a fault, and with damaged copies of both. `Scripts/fuzz` finds more.
@Suite struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")
  private static let seed: UInt64 = ProcessInfo.processInfo.environment["TFLITE_SEED"].flatMap(UInt64.init) ?? 1
  /// For each target, fewer where each needs a connection; files take turns.
  private static func damagedCount(_ target: FuzzTarget) -> Int { target == .answers ? 200 : 2000 }

  private struct Seed {
    let name: String
    let bytes: [UInt8]
  }

  private static func seeds(_ target: FuzzTarget) throws -> [Seed] {
    let folder = corpus.appendingPathComponent(target.rawValue)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    let files = try names.map { name in
      Seed(name: name, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
    }
    guard target == .model else { return files }
    let sketches = ModelSketch.all + ModelSketch.special
    return files + (try sketches.map { Seed(name: $0.name, bytes: try $0.sketch.model.serialized()) })
  }

  @Test(arguments: FuzzTarget.allCases) func everyFileComesToAnEnd(target: FuzzTarget) async throws {
    let seeds = try Self.seeds(target)
    #expect(seeds.count >= 10, "there is no corpus to speak of")
    var takenCount = 0
    for seed in seeds where try await expectEnd(target, seed.bytes, of: seed.name) { takenCount += 1 }
    // A target that takes nothing would find nothing, either.
    #expect(takenCount > 0, "\(target) refuses all of its corpus")
  }

  @Test(arguments: FuzzTarget.allCases) func damagedFilesComeToAnEnd(target: FuzzTarget) async throws {
    let seeds = try Self.seeds(target)
    var random = SeededGenerator(seed: Self.seed, stream: "fuzz \(target)")
    for number in 0..<Self.damagedCount(target) {
      let seed = seeds[number % seeds.count]
      var bytes = seed.bytes
      if Bool.random(using: &random), let changed = target.mutated(bytes, seed: random.next()) {
        bytes = changed
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, seeds, &random) }
      }
      try await expectEnd(target, bytes, of: "\(seed.name), damaged (seed \(Self.seed), number \(number))")
    }
  }

  /// Where bytes end the process, they lie in the temporary folder.
  ///
  /// Each is tried on a thread of its own: what waits there for tasks must not keep their threads waiting.
  ///
  /// - Returns: whether nothing was wrong with the bytes.
  @discardableResult private func expectEnd(
    _ target: FuzzTarget, _ bytes: [UInt8], of name: String, in test: String = #function
  ) async throws -> Bool {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("fuzzing-\(target)-\(test.prefix(7))")
    try Data(bytes).write(to: file)
    let outcome = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try target.run(bytes) }) }
    }
    do { return try outcome.get() } catch {
      Issue.record(error, "\(target): \(name)")
      return false
    }
  }

  private func damage(_ bytes: inout [UInt8], _ seeds: [Seed], _ random: inout SeededGenerator) {
    guard let place = bytes.indices.randomElement(using: &random) else { return bytes.append(0) }
    switch Int.random(in: 0...5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)))
    case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 8)], at: place)
    default:
      guard let other = seeds.randomElement(using: &random)?.bytes, place < other.count else { return }
      bytes.replaceSubrange(place..., with: other[place...])
    }
  }
}
