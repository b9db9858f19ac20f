import Foundation
import TestRandomness
import Testing

@testable import TFLiteImageCodecs

@Suite struct FrameFolderTests {
  @Test func digitsAreNumbers() {
    let names = [
      "Frame1", "frame", "frame1", "frame1a", "frame2", "frame02b", "frame10", "frame10.5", "frame10.12", "frame100",
      "frame99999999999999999999999", "framf0",
    ]
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: UInt64(seed))
      #expect(names.shuffled(using: &generator).sorted(by: NaturalOrder.areInOrder) == names, "seed \(seed)")
    }
    #expect(["1", "01", "001"].sorted(by: NaturalOrder.areInOrder) == ["001", "01", "1"])
  }

  @Test func picturesInTheirOrder() throws {
    try withTemporaryFolder { folder in
      for (number, name) in ["f10.pgm", "f2.PGM", "f1.pgm", "notes.txt", "f3", ".pgm"].enumerated() {
        try Data(Videos.pgm(1, 1, gray: UInt8(number))).write(to: folder.appending(path: name))
      }
      try FileManager.default.createDirectory(at: folder.appending(path: "f0"), withIntermediateDirectories: false)
      // A picture that is none concerns nobody but itself.
      try Data("P5 ".utf8).write(to: folder.appending(path: "f4.pgm"))
      let source = try FrameFolder(path: folder.path())
      #expect(
        source.paths.map { String($0.split(separator: "/").last ?? "") }.suffix(4) == [
          "f1.pgm", "f2.PGM", "f4.pgm", "f10.pgm",
        ])
      let playback = Playback(source)
      #expect(playback.frames.map { $0.image.pixels[0] }.suffix(3) == [2, 1, 0])
      #expect(playback.errors.count == 1)
      #expect(playback.errors.first?.description.contains("f4.pgm: truncated PNM") == true)
    }
  }

  @Test func foldersThatAreNone() throws {
    try withTemporaryFolder { folder in
      let empty = #expect(throws: ImageError.self) { try FrameFolder(path: folder.path()) }
      #expect(empty?.description.contains("the folder holds no pictures") == true)
      let missing = #expect(throws: ImageError.self) { try FrameFolder(path: folder.path() + "missing") }
      #expect(missing?.description.contains("missing: cannot be read") == true)
    }
  }
}
