import Foundation
import TestModels
import Testing

/// Every prefix of small models, every change of one byte to another value, and pairs of changes, in processes that may
/// crash.
///
/// Each mutant is loaded and run once, with a time and a memory limit. There are 40 million changes of one byte, at some 75
/// µs each; the seed picks a share of them, a larger one if `TFLITE_FULL_TESTS` is set, and a campaign tries all.
/// `TFLITE_SEED` is another seed.
@Suite(.serialized) struct MutationTests {
  static let seed = ProcessInfo.processInfo.environment["TFLITE_SEED"].flatMap(UInt64.init) ?? 1

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func zooModels() throws {
    let files = Zoo.models(upTo: 4096).map { Zoo.models.appendingPathComponent($0) }
    try #require(files.count > 100)
    try run(files, share: LongTests.areIncluded ? 16 : 100, pairCount: 100, named: "models of the zoo up to 4 KB")
  }

  @Test func modelsOfEachOperator() throws {
    let folder = try TemporaryFolder()
    let files = try ModelSketch.all.map { name, sketch in
      URL(fileURLWithPath: try folder.write(sketch.model.serialized(), name))
    }
    try run(files, share: LongTests.areIncluded ? 1 : 20, pairCount: 100, named: "models of one operator")
    withExtendedLifetime(folder) {}
  }

  private func run(_ files: [URL], share: Int, pairCount: Int, named name: String) throws {
    let settings = MutationRun.Settings(
      seed: Self.seed, share: LongTests.isCampaign ? 1 : share,
      pairCount: LongTests.isCampaign ? 60_000 : pairCount,
      timeLimit: LongTests.isCampaign ? .milliseconds(20) : nil)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try MutationRun(settings).run(files)
    let seconds = start.duration(to: clock.now).components.seconds
    print(
      "hostile models: \(report.tried) mutants of \(files.count) \(name), 1 of \(settings.share) changes, \(settings.pairCount) pairs of each, "
        + "seed \(settings.seed): \(report.loaded) loaded, \(report.prepared) prepared, \(report.ran) ran, \(seconds) s"
    )
    #expect(report.failures.isEmpty, "seed \(settings.seed): \(report.failures)")
    // A machine that refuses everything would pass, too.
    #expect(report.ran > 0)
  }
}
