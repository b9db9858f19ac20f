import Foundation
import TFLiteImageCodecs
import Testing

@testable import TFLiteCommand

/// Frames that come while somebody works on others.
@Suite struct FrameFeedTests {
  /// A pipe in which every frame is broken.
  private final class BrokenSource: VideoSource {
    let frameRate: Double? = nil
    private var left: Int

    init(failures: Int) { left = failures }

    func next() throws(ImageError) -> VideoFrame? {
      guard left > 0 else { return nil }
      left -= 1
      throw .inFrame(number: left, .empty)
    }
  }

  /// The first ones are told, and the rest is counted.
  @Test func failuresDoNotPileUp() throws {
    let count = 100_000
    let feed = LiveFeed(BrokenSource(failures: count))
    while feed.untold < count - 16 { Thread.sleep(forTimeInterval: 0.001) }
    var told: [ImageError] = []
    while true {
      do {
        guard try feed.next() != nil else { break }
      } catch let error as ImageError {
        told.append(error)
      }
    }
    let first = (0..<16).map { ImageError.inFrame(number: count - 1 - $0, .empty) }
    #expect(told == first)
    #expect(feed.untold == count - 16 && feed.dropped == 0)
  }
}
