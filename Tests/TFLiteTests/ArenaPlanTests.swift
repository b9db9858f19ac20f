import TFLiteKernels
import TestRandomness
import Testing

@testable import TFLite

@Suite struct ArenaPlanTests {
  @Test(arguments: 0..<200)
  func blocksThatLiveTogetherNeverOverlap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let requests = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      let first = Int.random(in: 0..<20, using: &random)
      return ArenaRequest(
        byteCount: Int.random(in: 0...5000, using: &random),
        lifetime: first...Int.random(in: first...20, using: &random))
    }
    let plan = ArenaPlan(requests)
    for (index, request) in requests.enumerated() {
      let offset = plan.offsets[index]
      #expect(offset % ArenaPlan.alignment == 0)
      #expect(offset + request.byteCount + OverReadPadding.byteCount <= plan.byteCount, "seed \(seed)")
      for (other, otherRequest) in requests.enumerated().dropFirst(index + 1)
      where request.lifetime.overlaps(otherRequest.lifetime) && request.byteCount > 0 && otherRequest.byteCount > 0 {
        let isApart =
          offset + request.byteCount <= plan.offsets[other] || plan.offsets[other] + otherRequest.byteCount <= offset
        #expect(isApart, "seed \(seed): blocks \(index) and \(other)")
      }
    }
  }

  @Test func blocksThatFollowEachOtherShareMemory() {
    let requests = (0..<10).map { ArenaRequest(byteCount: 6400, lifetime: $0...$0 + 1) }
    #expect(ArenaPlan(requests).byteCount == 2 * 6400 + OverReadPadding.byteCount)
  }

  @Test func theLargestBlockComesFirst() {
    let plan = ArenaPlan([
      ArenaRequest(byteCount: 64, lifetime: 0...1), ArenaRequest(byteCount: 640, lifetime: 1...2),
      ArenaRequest(byteCount: 64, lifetime: 2...3),
    ])
    #expect(plan.offsets == [640, 0, 640])
  }

  @Test func nothingNeedsOnlySlack() {
    #expect(ArenaPlan([]).byteCount == OverReadPadding.byteCount)
  }
}
