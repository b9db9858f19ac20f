import Foundation
import TestModels
import Testing
import TFLiteImageCodecs
import TFLiteSchema

/// `tflite detect --stream` with a small model whose results are known: each quarter of the picture is an object.
@Suite struct StreamTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.detector().model.serialized(), "model.tflite")
  }

  /// What is printed for a frame.
  private struct Line: Decodable {
    let frame: Int?
    let timestamp: Double?
    let width: Int?
    let height: Int?
    let objects: [Object]?
    let error: String?

    struct Object: Decodable {
      let id: Int
      let class_index: Int
      let score: Double
      let seen: Bool
      let box: Command.Box
    }
  }

  private func lines(_ run: Command) throws -> [Line] {
    try run.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// A picture with objects in some of its quarters.
  private func picture(_ quarters: [UInt8]) -> QuarteredPicture {
    QuarteredPicture(width: 40, height: 20, quarters: quarters.map { [$0, 0, 0] })
  }

  /// The red part alone: luma and chroma of a gray picture would be an object of every class.
  private func y4m(_ frames: [[UInt8]], header: String = "W40 H20 F10:1 C444 XCOLORRANGE=FULL") -> [UInt8] {
    Array("YUV4MPEG2 \(header)\n".utf8)
      + frames.flatMap { quarters -> [UInt8] in
        let picture = picture(quarters).pixels
        let red = stride(from: 0, to: picture.count, by: 3).map { Double(picture[$0]) }
        let planes = [
          red.map { 0.299 * $0 }, red.map { 128 - 0.168736 * $0 }, red.map { min(128 + 0.5 * $0, 255) },
        ]
        return Array("FRAME\n".utf8) + planes.flatMap { $0.map { UInt8($0.rounded()) } }
      }
  }

  @Test func aFolderIsAVideo() throws {
    // An object in the top left quarter, which is missed once; later another one in the bottom right.
    let frames: [[UInt8]] = [[200, 0, 0, 0], [200, 0, 0, 0], [0, 0, 0, 0], [200, 0, 0, 220], [200, 0, 0, 220]]
    for (number, quarters) in frames.enumerated() {
      try folder.write(picture(quarters).ppm, "frames/f\(number + 8).ppm")
    }
    let output = folder.path("annotated")
    let run = try Command("detect", "--model", model, "--stream", folder.path("frames"), "-o", output)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let lines = try lines(run)
    #expect(lines.map(\.frame) == [0, 1, 2, 3, 4])
    #expect(lines.map(\.timestamp) == [0, 0.033333, 0.066667, 0.1, 0.133333])
    #expect(lines.map { $0.objects?.map(\.id) } == [[0], [0], [0], [0], [1, 0]])
    #expect(lines.map { $0.objects?.map(\.seen) } == [[true], [true], [false], [true], [true, true]])
    #expect(lines[4].objects?.first?.box == Command.Box(x: 20, y: 10, width: 20, height: 10))
    let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    #expect(names == (0..<5).map { "00000\($0).png" })
    let last = try Image(contentsOfFile: output + "/000004.png")
    #expect(last.width == 40 && last.pixels != picture(frames[4]).pixels)
  }

  @Test func aPipeIsAVideo() throws {
    let video = try folder.write(y4m([[200, 0, 0, 0], [200, 0, 0, 0]]), "video.y4m")
    for run in [
      try Command(input: video, "detect", "--model", model, "--stream", "-"),
      try Command("detect", "--model", model, "--stream", video),
      try Command("detect", "--stream", "--frame-rate", "5", "--model", model, video),
    ] {
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      let lines = try lines(run)
      #expect(lines.map(\.timestamp) == [0, 0.1])
      #expect(lines.map { $0.objects?.map(\.id) } == [[0], [0]])
      #expect(lines.first?.objects?.first?.class_index == 0)
    }
  }

  /// A film that ffmpeg compresses and decompresses, on a pipe in both formats.
  @Test(
    .enabled(if: LongTests.areIncluded && Self.ffmpeg != nil, "long, or there is no ffmpeg"),
    arguments: ["yuv4mpegpipe", "image2pipe -c:v ppm"])
  func aFilmByFFmpeg(format: String) throws {
    let ffmpeg = try #require(Self.ffmpeg)
    // An object on the left, from the third to the tenth frame another one on the right.
    for number in 0..<12 {
      let quarters: [UInt8] = [200, (2..<10).contains(number) ? 220 : 0, 0, 0]
      let picture = QuarteredPicture(width: 320, height: 240, quarters: quarters.map { [$0, 0, 0] })
      try folder.write(picture.ppm, "film/\(100 + number).ppm")
    }
    let film = folder.path("film.mp4")
    let options = "-loglevel error -framerate 24 -start_number 100 -i \(folder.path("film/%d.ppm")) -c:v mpeg4 -q:v 2"
    let made = try Command(ffmpeg, options.split(separator: " ").map(String.init) + [film])
    try #require(made.status == 0, "\(made.errors)")
    let script =
      "\"$0\" -loglevel error -i \"$1\" -f \(format) - | \"$2\" detect --model \"$3\" --stream --frame-rate 24 -"
    let words = [ffmpeg.path, film, BuiltProducts.executable("tflite").path, model]
    let run = try Command(URL(fileURLWithPath: "/bin/sh"), ["-c", script] + words)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let lines = try lines(run)
    #expect(lines.map(\.frame) == Array(0..<12) && lines.allSatisfy { $0.width == 320 && $0.height == 240 })
    for (number, line) in lines.enumerated() {
      #expect(abs(try #require(line.timestamp) - Double(number) / 24) < 1e-5)
      let seen = Dictionary(uniqueKeysWithValues: (line.objects ?? []).filter(\.seen).map { ($0.id, $0.box.x) })
      #expect(seen == ((3..<10).contains(number) ? [0: 0, 1: 160] : [0: 0]), "frame \(number)")
    }
  }

  private static let ffmpeg: URL? = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].map { URL(fileURLWithPath: $0) }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test func picturesOnAPipeHaveTheFrameRateOfTheCaller() throws {
    let video = try folder.write(picture([200, 0, 0, 0]).ppm + picture([200, 0, 0, 0]).ppm, "video")
    let run = try Command(input: video, "detect", "--model", model, "--stream", "-", "--frame-rate", "5")
    #expect(try lines(run).map(\.timestamp) == [0, 0.2])
  }

  /// All frames that were not printed were counted.
  @Test func framesCanBeDropped() throws {
    let video = try folder.write(y4m(Array(repeating: [200, 0, 0, 0], count: 50)), "video.y4m")
    let run = try Command(input: video, "detect", "--model", model, "--stream", "-", "--drop-frames")
    #expect(run.status == 0)
    let numbers = try lines(run).compactMap(\.frame)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count && numbers.last == 49)
    let dropped = run.errors.firstMatch(of: /(\d+) frames were dropped/).flatMap { Int($0.1) } ?? 0
    #expect(numbers.count + dropped == 50)
  }

  @Test(arguments: [false, true])
  func brokenFramesAreToldAndTheRestGoesOn(dropping: Bool) throws {
    var bytes = y4m([[200, 0, 0, 0], [200, 0, 0, 0]])
    bytes += Array("rubbish".utf8) + y4m([[200, 0, 0, 0], [200, 0, 0, 0]]).drop { $0 != 0x0A }.dropFirst().dropLast()
    let video = try folder.write(bytes, "video.y4m")
    var arguments = ["detect", "--model", model, "--stream", video]
    if dropping { arguments.append("--drop-frames") }
    let run = try Command(arguments)
    #expect(run.status == 1)
    let failures = try lines(run).filter { $0.error != nil }
    #expect(failures.map(\.frame) == [2, 4])
    #expect(failures.first?.error?.contains("frame 2: corrupt video: expected the word FRAME, found 'rubbi'") == true)
    #expect(failures.last?.error?.contains("the frame has 2399 of 2400 bytes") == true)
    if !dropping { #expect(try lines(run).map(\.frame) == [0, 1, 2, 3, 4]) }
    #expect(run.errors.contains("tflite: \(video): frame 2: "))
  }

  @Test func aPictureInAFolderMayBeBroken() throws {
    try folder.write(picture([200, 0, 0, 0]).ppm, "frames/1.ppm")
    try folder.write([1, 2, 3], "frames/2.png")
    try folder.write(picture([200, 0, 0, 0]).ppm, "frames/3.ppm")
    let run = try Command("detect", "--model", model, "--stream", folder.path("frames"))
    #expect(run.status == 1)
    #expect(try lines(run).map(\.frame) == [0, 1, 2])
    #expect(try lines(run).map { $0.error == nil } == [true, false, true])
    #expect(run.errorLines.count == 1 && run.errors.contains("2.png"))
  }

  @Test func aFullDiskEndsTheRun() throws {
    let video = try folder.write(y4m(Array(repeating: [200, 0, 0, 0], count: 3)), "video.y4m")
    let run = try Command(printingToFullDisk: ["detect", "--model", model, "--stream", video])
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1 && run.errors.contains("standard output: cannot be written"), "\(run.errors)")
  }

  @Test func noVideo() throws {
    let text = try folder.write(Array("hello".utf8), "text")
    let empty = try folder.write([], "empty")
    for (path, message) in [
      (text, "data that begins with"), (empty, "an empty stream"), (folder.path("missing"), "No such file"),
    ] {
      let run = try Command("detect", "--model", model, "--stream", path)
      #expect(run.status == 1 && run.output == "")
      #expect(run.errors.hasPrefix("tflite: \(path): ") && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func wrongUsage() throws {
    let frames = folder.path("frames")
    try folder.write(picture([200, 0, 0, 0]).ppm, "frames/1.ppm")
    for arguments in [
      ["--stream", frames, frames], ["--stream", frames, "--drop-frames"], [frames, "--drop-frames"],
      [frames, "--frame-rate", "5"], ["--stream", frames, "--frame-rate", "0"], ["--stream", frames, "-o", "x.png"],
      ["--stream", frames, "--frame-rate", "1e-300"], ["--stream", frames, "--frame-rate", "1e300"],
    ] {
      let run = try Command(["detect", "--model", model] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
    }
  }
}
