import RandomPrograms
import TestModels
import Testing

/// Programs of random calls, with wrong indices, sizes, pictures and names among them: none crashes, every error is one of
/// the interface, and what was used can be used as if it were new.
@Suite struct RandomProgramTests {
  /// How many programs of each kind; long tests make ten times as many.
  private static let counts: [ProgramKind: UInt64] = [
    .interpreter: 600, .objectDetector: 60, .imageLabeler: 60, .modelManager: 60,
  ]

  @Test(arguments: ProgramKind.allCases) func nothingIsLeftWrong(_ kind: ProgramKind) async throws {
    let count = (Self.counts[kind] ?? 0) * (LongTests.areIncluded ? 10 : 1)
    for seed in 0..<count {
      do { try await kind.run(seed: seed) } catch { Issue.record("\(error)") }
    }
  }
}
