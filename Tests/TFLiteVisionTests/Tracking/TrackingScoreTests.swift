import TFLiteVision
import Testing

/// The measures, on cases small enough to be counted by hand.
@Suite struct TrackingScoreTests {
  private let here = BoundingBox(x: 0, y: 0, width: 10, height: 10)
  private let there = BoundingBox(x: 100, y: 0, width: 10, height: 10)

  @Test func perfect() {
    let frames = [[1: here, 2: there], [1: there, 2: here]]
    let score = TrackingScore(truth: frames, reported: frames.map { [10: $0[1]!, 20: $0[2]!] })
    #expect(score.mota == 1 && score.idf1 == 1 && score.idSwitches == 0)
  }

  @Test func nothingReported() {
    let score = TrackingScore(truth: [[1: here]], reported: [[:]])
    #expect(score.mota == 0 && score.idf1 == 0 && score.misses == 1)
  }

  /// One object, four frames; the id changes after the first: one switch, and one frame for the wrong id.
  @Test func aSwitch() {
    let score = TrackingScore(
      truth: Array(repeating: [1: here], count: 4), reported: [[5: here], [6: here], [6: here], [6: here]])
    #expect(score.idSwitches == 1 && score.mota == 0.75 && score.idf1 == 0.75)
  }

  /// An id that comes back after another was there switches twice; a gap alone is no switch.
  @Test func backAndForth() {
    let truth = Array(repeating: [1: here], count: 5)
    #expect(
      TrackingScore(truth: truth, reported: [[5: here], [6: here], [5: here], [5: here], [5: here]]).idSwitches == 2)
    let gap = TrackingScore(truth: truth, reported: [[5: here], [:], [:], [5: here], [5: here]])
    #expect(gap.idSwitches == 0 && gap.misses == 2 && gap.idf1 == 0.75)
  }

  @Test func elsewhereIsAMissAndAFalsePositive() {
    let score = TrackingScore(truth: [[1: here]], reported: [[5: there]])
    #expect(score.misses == 1 && score.falsePositives == 1 && score.mota == -1 && score.idf1 == 0)
  }

  /// A pair stays together while it overlaps, although another box overlaps better.
  @Test func pairsStayTogether() {
    let near = BoundingBox(x: 2, y: 0, width: 10, height: 10)
    let score = TrackingScore(truth: [[1: here], [1: here]], reported: [[5: here], [5: near, 6: here]])
    #expect(score.idSwitches == 0 && score.falsePositives == 1)
  }
}
