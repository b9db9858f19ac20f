import TFLiteImageCodecs
import Testing

@Suite struct PNMVideoTests {
  @Test func picturesFollowEachOther() throws {
    let color = Array("P6 1 2 255\n".utf8) + [1, 2, 3, 4, 5, 6]
    let deep = Array("P5 1 1 65535\n".utf8) + [0xFF, 0xFF]
    let bitmap = Array("P4 9 2\n".utf8) + [0, 0, 0xFF, 0x80]
    let playback = try Playback(piping: Videos.pgm(30, 50, gray: 0x50) + color + [0x0A] + deep + bitmap)
    #expect(playback.errors == [])
    #expect(playback.frames.map(\.number) == [0, 1, 2, 3] && playback.frames.allSatisfy { $0.time == nil })
    #expect(playback.frames.map(\.image.width) == [30, 1, 1, 9])
    #expect(playback.frames[1].image.pixels == [1, 2, 3, 4, 5, 6])
    #expect(playback.frames[2].image.pixels == [255, 255, 255])
    #expect(playback.frames[3].image.pixels.suffix(27).allSatisfy { $0 == 0 })
  }

  @Test func truncated() throws {
    let playback = try Playback(piping: Videos.pgm(4, 4, gray: 7) + Videos.pgm(4, 4, gray: 8).dropLast(5))
    #expect(playback.frames.map(\.number) == [0])
    let end = Videos.pgm(4, 4, gray: 7).count * 2 - 5
    #expect(
      playback.errors == [
        .inFrame(number: 1, .truncatedVideo(detail: "the frame has 11 of 16 bytes", byteOffset: end))
      ])
  }

  /// The size is known, so that the next picture is found.
  @Test func theStreamGoesOnBehindWrongSamples() throws {
    let wrong = Array("P5 2 1 100\n".utf8) + [50, 101]
    let playback = try Playback(piping: wrong + Videos.pgm(1, 1, gray: 9))
    #expect(playback.frames.map(\.number) == [1])
    #expect(
      playback.errors.map(\.description) == [
        "frame 0: corrupt PNM: sample 1 is 101, the maximum value is 100, at byte 12"
      ])
  }

  @Test(arguments: [
    ("P5 0 1 255\n", "0 x 1 pixels"), ("P5 x 1 255\n", "the width is no decimal number"), ("P5 1 1", "no end"),
    ("P5 99999 99999 255\n", "limit"), ("P3 1 1 255 0 0 0\n", "expected a picture of kind P4, P5 or P6"),
    ("rubbish", "found the bytes 72 75"), ("P", "found the bytes 50"), ("P5 1 1 0\n?", "the maximum value is 0"),
  ])
  func picturesThatAreWrong(text: String, message: String) throws {
    let playback = try Playback(piping: Videos.pgm(1, 1, gray: 9) + Array(text.utf8))
    #expect(playback.frames.map(\.number) == [0])
    #expect(playback.errors.count == 1)
    let description = playback.errors.first?.description ?? ""
    #expect(description.hasPrefix("frame 1: ") && description.contains(message), "\(description)")
  }

  @Test func commentsWithoutAnEnd() throws {
    let endless = Array("P5 #".utf8) + [UInt8](repeating: 0x41, count: 1 << 18)
    #expect(try Playback(piping: endless).errors.count == 1)
  }
}
