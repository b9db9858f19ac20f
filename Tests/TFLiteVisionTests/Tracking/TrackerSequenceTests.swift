import TFLiteVision
import Testing

/// The tracker on generated sequences, each under several seeds, scored with MOTA, IDF1 and id switches.
@Suite struct TrackerSequenceTests {
  static let seeds: [UInt64] = [1, 2, 3, 4, 5]

  private func score(_ traits: SequenceTraits, seed: UInt64, _ name: String) throws -> TrackingScore {
    let sequence = GeneratedSequence(traits, seed: seed)
    var tracker = try ObjectTracker()
    let reported = try sequence.frames.map { frame in
      // What is expected outside of the picture is not reported.
      let objects = try tracker.update(frame.detections, at: frame.time)
        .filter { $0.visible(inWidth: 1280, height: 720) != nil }
      return Dictionary(uniqueKeysWithValues: objects.map { ($0.id, $0.detection.box) })
    }
    let score = TrackingScore(truth: sequence.frames.map(\.truth), reported: reported)
    print("tracking, \(name), seed \(seed): \(score)")
    return score
  }

  /// One difficulty at a time, without occlusion: nobody is taken for another.
  static let single: [(name: String, traits: SequenceTraits)] = [
    ("crossing", SequenceTraits()),
    ("missed detections", SequenceTraits(missed: 0.2)),
    ("false alarms", SequenceTraits(falseAlarms: 1)),
    ("camera shake", SequenceTraits(shake: 8)),
    ("changing frame rate", SequenceTraits(frameRates: [30, 10, 60, 15])),
    ("few objects, camera shake", SequenceTraits(objects: 2, shake: 8)),
  ]

  @Test(arguments: single.map(\.name), seeds)
  func nobodyIsTakenForAnotherWithoutOcclusion(name: String, seed: UInt64) throws {
    let traits = try #require(Self.single.first { $0.name == name }?.traits)
    let score = try score(traits, seed: seed, name)
    #expect(score.idSwitches == 0, "seed \(seed): \(score)")
    #expect(score.idf1 >= 0.95, "seed \(seed): \(score)")
  }

  /// Objects that are hidden one at a time, for 5 to 30 frames.
  @Test(arguments: seeds)
  func occlusion(seed: UInt64) throws {
    let score = try score(SequenceTraits(occlusionsPerSecond: 0.1), seed: seed, "occlusion")
    #expect(score.idf1 >= 0.95, "seed \(seed): \(score)")
  }

  /// Small objects that cross the picture, and each other, by one to two and a half of their sizes from frame to frame.
  static let fast = SequenceTraits(
    objects: 8, heights: 16..<28, speeds: 30..<60, arePassing: true)

  @Test(arguments: seeds)
  func fastObjects(seed: UInt64) throws {
    let score = try score(Self.fast, seed: seed, "fast objects")
    #expect(score.idf1 >= 0.96, "seed \(seed): \(score)")
    var noisy = Self.fast
    (noisy.missed, noisy.falseAlarms, noisy.shake) = (0.05, 0.5, 2)
    let noisyScore = try self.score(noisy, seed: seed, "fast objects, missed and invented")
    #expect(noisyScore.idf1 >= 0.9, "seed \(seed): \(noisyScore)")
  }

  /// Everything at once.
  @Test(arguments: seeds)
  func standardMix(seed: UInt64) throws {
    let traits = SequenceTraits(
      objects: 15, missed: 0.2, falseAlarms: 0.5, shake: 4, occlusionsPerSecond: 0.05, frameRates: [30, 20, 60, 25])
    let score = try score(traits, seed: seed, "standard mix")
    #expect(score.idf1 >= 0.9, "seed \(seed): \(score)")
    #expect(score.mota >= 0.9, "seed \(seed): \(score)")
  }

  /// The same where objects also hide each other, for as long as they happen to walk together. Some pairs can no longer
  /// be told apart then, so that the average counts.
  @Test func crowd() throws {
    let traits = SequenceTraits(
      missed: 0.2, falseAlarms: 0.5, shake: 4, occlusionsPerSecond: 0.05, isCoveringOpaque: true,
      frameRates: [30, 20, 60, 25])
    let scores = try Self.seeds.map { try score(traits, seed: $0, "crowd").idf1 }
    #expect(scores.reduce(0, +) / Double(scores.count) >= 0.9)
  }
}
