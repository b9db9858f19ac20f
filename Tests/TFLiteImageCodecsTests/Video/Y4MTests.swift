import Foundation
import TestRandomness
import Testing

@testable import TFLiteImageCodecs

@Suite struct Y4MTests {
  // MARK: What is right

  @Test func framesHaveNumbersAndTimes() throws {
    let video = Videos.y4m(
      "W2 H2 F25:1 Ip A1:1 C420jpeg", frames: (0..<3).map { [16, 16, 235, UInt8(235 - $0), 128, 128] })
    let playback = try Playback(piping: video)
    #expect(playback.errors == [])
    #expect(playback.frames.map(\.number) == [0, 1, 2])
    #expect(playback.frames.map(\.time) == [.zero, .milliseconds(40), .milliseconds(80)])
    #expect(playback.frames[0].image.pixels == [0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255])
  }

  @Test(arguments: ["", " F0:0", " F30:0"])
  func withoutAFrameRateThereIsNoTime(field: String) throws {
    let playback = try Playback(piping: Videos.y4m("W1 H1\(field) Cmono", frames: [[16]]))
    #expect(playback.errors == [] && playback.frames.map(\.time) == [nil])
  }

  @Test func slowAndFastVideos() throws {
    let slow = try Playback(piping: Videos.y4m("W1 H1 F1:1000000 Cmono", frames: [[16], [16]]))
    #expect(slow.errors == [] && slow.frames.map(\.time) == [.zero, .seconds(1_000_000)])
    let fast = try Playback(piping: Videos.y4m("W1 H1 F1000000:1 Cmono", frames: [[16], [16]]))
    #expect(fast.errors == [] && fast.frames.count == 2)
  }

  /// More seconds than a duration holds would end the process.
  @Test func everyFrameHasATime() {
    let rates: [Double] = [1e-300, 1e-6, 25, 1e6, 1e300, 0, -1, .nan, .infinity]
    let longest = Duration.seconds(1_000_000_000_000_000_000)
    for rate in rates {
      for number in [0, 1, 20, 1 << 40, Int.max] {
        let time = FrameRate.time(ofFrame: number, at: rate)
        #expect(time >= .zero && time <= longest, "frame \(number) at \(rate) frames per second")
      }
    }
    #expect(FrameRate.time(ofFrame: 1, at: 25) == .milliseconds(40))
  }

  /// Colors by hand from the equations of ITU-R BT.601: in the range of video, (81, 90, 240) is red, (145, 54, 34)
  /// green and (41, 240, 110) blue; in the full range, (76, 85, 255) is red.
  @Test(
    arguments: [
      ("", [81, 90, 240], [254, 0, 0]), ("", [145, 54, 34], [0, 255, 1]), ("", [41, 240, 110], [0, 0, 255]),
      (" XCOLORRANGE=LIMITED", [81, 90, 240], [254, 0, 0]), (" XCOLORRANGE=FULL", [76, 85, 255], [254, 0, 0]),
      ("", [0, 128, 128], [0, 0, 0]), ("", [255, 128, 128], [255, 255, 255]),
      (" XCOLORRANGE=FULL", [255, 128, 128], [255, 255, 255]), (" XCOLORRANGE=FULL", [16, 128, 128], [16, 16, 16]),
    ] as [(String, [UInt8], [UInt8])])
  func colors(range: String, yuv: [UInt8], rgb: [UInt8]) throws {
    let playback = try Playback(piping: Videos.y4m("W1 H1 C444\(range)", frames: [yuv]))
    let found = try #require(playback.frames.first?.image.pixels)
    #expect(zip(found, rgb).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(found)")
  }

  /// Width and height are odd, so that the last chroma values have fewer pixels than the others.
  @Test(arguments: [
    ("444", 1, 1), ("440", 1, 2), ("422", 2, 1), ("420", 2, 2), ("420jpeg", 2, 2), ("420mpeg2", 2, 2),
    ("420paldv", 2, 2), ("411", 4, 1), ("410", 4, 4), ("420p10", 2, 2), ("422p12", 2, 1), ("444p16", 1, 1),
  ])
  func everyPixelHasItsChroma(name: String, horizontal: Int, vertical: Int) throws {
    var generator = SeededGenerator(seed: 1, stream: name)
    let (width, height) = (7, 5)
    let (columns, rows) = ((width + horizontal - 1) / horizontal, (height + vertical - 1) / vertical)
    let planes = [width * height, columns * rows, columns * rows].map { count in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    // Deep samples carry something in the bits that are lost.
    let depth = name.firstMatch(of: /p(\d+)$/).flatMap { Int($0.1) } ?? 8
    let samples = planes.flatMap { plane in
      plane.flatMap { sample -> [UInt8] in
        guard depth > 8 else { return [sample] }
        let deep = Int(sample) << (depth - 8) | 1
        return [UInt8(deep & 0xFF), UInt8(deep >> 8)]
      }
    }
    let playback = try Playback(piping: Videos.y4m("W7 H5 C\(name)", frames: [samples]))
    #expect(playback.errors == [])
    let image = try #require(playback.frames.first?.image)
    for y in 0..<height {
      for x in 0..<width {
        let place = y / vertical * columns + x / horizontal
        let yuv = [planes[0][y * width + x], planes[1][place], planes[2][place]]
        let alone = try #require(try Playback(piping: Videos.y4m("W1 H1 C444", frames: [yuv])).frames.first).image
        #expect(Array(image.pixels[(y * width + x) * 3..<(y * width + x) * 3 + 3]) == alone.pixels, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: ["mono", "mono10", "mono16"])
  func withoutColor(name: String) throws {
    let depth = Int(name.dropFirst(4)) ?? 8
    let samples = [16, 126, 235].flatMap { (value: Int) -> [UInt8] in
      depth == 8 ? [UInt8(value)] : [UInt8((value << (depth - 8)) & 0xFF), UInt8((value << (depth - 8)) >> 8)]
    }
    let playback = try Playback(piping: Videos.y4m("W3 H1 C\(name)", frames: [samples]))
    #expect(playback.frames.first?.image.pixels == [0, 0, 0, 128, 128, 128, 255, 255, 255])
  }

  /// Of a frame of two fields, rows 0 and 2 share chroma, and rows 1 and 3.
  @Test(arguments: [
    ("Ip", "FRAME", [0, 0, 1, 1, 2]), ("It", "FRAME", [0, 1, 0, 1, 2]), ("Ib", "FRAME", [0, 1, 0, 1, 2]),
    ("Im", "FRAME Itip", [0, 0, 1, 1, 2]), ("Im", "FRAME Itpi", [0, 1, 0, 1, 2]), ("Im", "FRAME", [0, 0, 1, 1, 2]),
  ])
  func interlacing(header: String, frame: String, chromaRows: [Int]) throws {
    let gray = [UInt8](repeating: 126, count: 10)
    let samples = gray + [64, 128, 192] + [128, 128, 128]
    let playback = try Playback(
      piping: Videos.y4m("W2 H5 \(header) C420", frames: [samples], frameHeader: frame))
    let image = try #require(playback.frames.first?.image)
    let blue = [0: UInt8(0), 1: 128, 2: 255]
    #expect((0..<5).map { image.pixels[$0 * 6 + 2] } == chromaRows.map { blue[$0] ?? 1 })
  }

  @Test func fieldsThatNobodyKnowsAreLeftAlone() throws {
    let video = Videos.y4m(
      "Q7 XSOMETHING W1 H1 XYSCSS=444 F30:1", frames: [[16, 128, 128]], frameHeader: "FRAME Xa Ia")
    let playback = try Playback(piping: video)
    #expect(playback.errors == [] && playback.frames.count == 1)
  }

  @Test func readsFiles() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "video.y4m").path()
      try Data(Videos.y4m("W1 H1 F10:1 A16:15 Cmono", frames: [[16], [235]])).write(to: URL(filePath: path))
      let stream = try VideoStream(contentsOfFile: path)
      #expect(stream.frameRate == 10)
      #expect(Playback(stream).frames.map(\.image.pixels) == [[0, 0, 0], [255, 255, 255]])
      #expect(throws: ImageError.inFile(path: path + "!", .cannotRead(reason: "No such file or directory"))) {
        try VideoStream(contentsOfFile: path + "!")
      }
    }
  }

  // MARK: What is wrong

  @Test(arguments: [
    ("H2", "no width"), ("W2", "no height"), ("Wx H2", "the width is 'x'"), ("W2 H", "the height is ''"),
    ("W0 H2", "0 x 2 pixels"), ("W-2 H2", "-2 x 2 pixels"), ("W99999999999999999999 H2", "the width is"),
    ("W100000 H100000", "limit"), ("W2 H2 F30", "the frame rate is '30'"), ("W2 H2 F-30:1", "the frame rate is"),
    ("W2 H2 F1:9223372036854775807", "expected 1:1000000 to 1000000:1"),
    ("W2 H2 F9223372036854775807:1", "the frame rate is '9223372036854775807:1'"),
    ("W2 H2 A1", "the pixel aspect ratio is '1'"), ("W2 H2 Ix", "the interlacing is Ix"), ("W2 H2 C421", "C421"),
    ("W2 H2 C444alpha", "C444alpha"), ("W2 H2 C420p17", "C420p17"), ("W2 H2 C420p", "C420p"),
    ("W2 H2 C", "color space"),
  ])
  func headersThatAreWrong(header: String, message: String) throws {
    let error = #expect(throws: ImageError.self) { try Playback(piping: Videos.y4m(header, frames: [])) }
    #expect(error?.description.contains(message) == true, "\(error.debugDescription)")
  }

  @Test func headersWithoutAnEnd() {
    let short = #expect(throws: ImageError.self) { try Playback(piping: Array("YUV4MPEG2 W2 H2".utf8)) }
    #expect(short?.description.contains("no end") == true)
    let long = Array("YUV4MPEG2".utf8) + Array(repeating: 0x20, count: 1 << 20)
    #expect(throws: ImageError.self) { try Playback(piping: long) }
  }

  @Test(
    arguments: [
      ([], "an empty stream"), (Array("\u{89}PNG".utf8), "data that begins"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a single picture (JPEG)"),
      (Array("P3 1 1 255 0 0 0".utf8), "a single picture (PNM)"), (Array("GIF89a123".utf8), "a GIF picture"),
      (Array("YUV4MPEG 1".utf8), "data that begins"),
    ] as [([UInt8], String)])
  func noVideoAtAll(bytes: [UInt8], message: String) {
    let error = #expect(throws: ImageError.self) { try Playback(piping: bytes) }
    guard case .unknownVideo(let description) = error else {
      Issue.record("\(error.debugDescription)")
      return
    }
    #expect(description.contains(message), "\(description)")
  }

  /// The pipe breaks within the second frame: the first is there, and the error says what is missing of which.
  @Test(arguments: [1, 5, 8, 11])
  func truncated(bytesOfTheSecondFrame: Int) throws {
    let frame: [UInt8] = [16, 16, 16, 16, 128, 128]
    let video = Videos.y4m("W2 H2", frames: [frame, frame])
    let cut = video.dropLast(12 - bytesOfTheSecondFrame)
    let playback = try Playback(piping: Array(cut))
    #expect(playback.frames.map(\.number) == [0])
    #expect(playback.errors.count == 1)
    guard case .inFrame(number: 1, let error)? = playback.errors.first else {
      Issue.record("\(playback.errors)")
      return
    }
    if bytesOfTheSecondFrame > 6 {
      let expected = ImageError.truncatedVideo(
        detail: "the frame has \(bytesOfTheSecondFrame - 6) of 6 bytes", byteOffset: cut.count)
      #expect(error == expected)
    }
  }

  /// A frame that is longer than the header says is followed by rubbish, and that by frames that can be read.
  @Test func theStreamGoesOnBehindRubbish() throws {
    let frame: [UInt8] = [16, 16, 16, 16, 128, 128]
    let video = Videos.y4m("W2 H2 F10:1", frames: [frame, frame + [1, 2, 3] + Array("FRAM".utf8), frame, frame])
    let playback = try Playback(piping: video)
    #expect(playback.frames.map(\.number) == [0, 1, 3, 4])
    #expect(playback.frames.last?.time == .milliseconds(400))
    #expect(playback.errors.count == 1)
    #expect(
      "\(playback.errors[0])".hasPrefix("frame 2: corrupt video: expected the word FRAME, found the bytes 01 02 03"))
    #expect("\(playback.errors[0])".contains("2 x 2"))
  }

  /// Frames are 4 × 4, and the header says 2 × 2, or 8 × 8: errors, and an end.
  @Test(arguments: ["W2 H2", "W8 H8"])
  func aHeaderThatLies(header: String) throws {
    let frame = [UInt8](repeating: 100, count: 24)
    let playback = try Playback(piping: Videos.y4m(header, frames: Array(repeating: frame, count: 10)))
    #expect(!playback.errors.isEmpty)
    for error in playback.errors {
      guard case .inFrame = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  /// Any damage gives frames and errors, and an end.
  @Test func everyByteMayBeBroken() throws {
    let frame: [UInt8] = [16, 16, 16, 16, 128, 128]
    let video = Videos.y4m("W2 H2 F10:1 Im C420jpeg XCOLORRANGE=FULL", frames: [frame, frame, frame])
    let limits = ImageLimits(maximumPixels: 1 << 20, maximumFileBytes: 1 << 20)
    var generator = SeededGenerator(seed: 5)
    for place in video.indices {
      for _ in 0..<3 {
        var broken = video
        broken[place] = UInt8.random(in: 0...255, using: &generator)
        guard let playback = try? Playback(piping: broken, limits: limits) else { continue }
        #expect(playback.frames.count + playback.errors.count <= 8, "byte \(place) is \(broken[place])")
      }
    }
  }
}
