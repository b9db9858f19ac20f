import Foundation
import TestRandomness
import Testing
import TFLiteImageCodecs

@Suite struct PNGWritingTests {
  @Test(arguments: [(1, 1), (3, 2), (257, 1), (1, 300), (61, 47)])
  func whatIsWrittenIsRead(_ width: Int, _ height: Int) throws {
    var generator = SeededGenerator(seed: 7)
    let image = try Image.random(width: width, height: height, using: &generator)
    #expect(try Image(decoding: image.pngEncoded()) == image)
    let flat = Image(width: width, height: height, filledWith: 99)
    #expect(try Image(decoding: flat.pngEncoded()) == flat)
  }

  @Test func aFileIsMadeAndReplaced() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "ä picture.png").path(percentEncoded: false)
      let first = Image(width: 3, height: 2, filledWith: 1)
      let second = Image(width: 4, height: 5, filledWith: 2)
      try first.write(pngTo: path)
      #expect(try Image(contentsOfFile: path) == first)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      try second.write(pngTo: path)
      #expect(try Image(contentsOfFile: path) == second)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      // Nothing else is left behind.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == 1)
    }
  }

  @Test func aLinkStaysALink() throws {
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "target.png").path()
      let link = folder.appending(path: "link.png").path()
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.png")
      let first = Image(width: 3, height: 2, filledWith: 1)
      try first.write(pngTo: target)
      let second = Image(width: 3, height: 2, filledWith: 2)
      try second.write(pngTo: link)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.png")
      #expect(try Image(contentsOfFile: target) == second)
    }
  }

  @Test func whatCannotBeWrittenSaysWhy() throws {
    let image = Image(width: 3, height: 2, filledWith: 1)
    try withTemporaryFolder { folder in
      let inMissingFolder = folder.appending(path: "missing/picture.png").path()
      let error = #expect(throws: ImageError.self) { try image.write(pngTo: inMissingFolder) }
      #expect(
        error?.description == "\(inMissingFolder): cannot be written: folder \(folder.path())/missing/: "
          + "No such file or directory")
      #expect(throws: ImageError.inFile(path: folder.path(), .cannotWrite(reason: "Is a directory"))) {
        try image.write(pngTo: folder.path())
      }
      let below = folder.appending(path: "file")
      try Data([1]).write(to: below)
      let belowAFile = below.appending(path: "picture.png").path()
      #expect(throws: ImageError.inFile(path: belowAFile, .cannotWrite(reason: "Not a directory"))) {
        try image.write(pngTo: belowAFile)
      }
      #expect(throws: ImageError.self) { try image.write(pngTo: "") }
      #expect(throws: ImageError.self) { try image.write(pngTo: folder.path() + "/new/") }
    }
  }

  #if os(Linux)
  /// A device that has no room; it is written to directly, and stays what it is.
  @Test func aFullDiskIsReported() throws {
    let image = Image(width: 3, height: 2, filledWith: 1)
    #expect(throws: ImageError.inFile(path: "/dev/full", .cannotWrite(reason: "No space left on device"))) {
      try image.write(pngTo: "/dev/full")
    }
    try image.write(pngTo: "/dev/null")
  }
  #endif
}

@Suite struct FileReadingTests {
  @Test func whatCannotBeReadSaysWhy() throws {
    try withTemporaryFolder { folder in
      let missing = folder.appending(path: "missing.png").path()
      #expect(throws: ImageError.inFile(path: missing, .cannotRead(reason: "No such file or directory"))) {
        try Image(contentsOfFile: missing)
      }
      #expect(throws: ImageError.inFile(path: folder.path(), .cannotRead(reason: "Is a directory"))) {
        try Image(contentsOfFile: folder.path())
      }
      let empty = folder.appending(path: "empty.png")
      try Data().write(to: empty)
      #expect(throws: ImageError.inFile(path: empty.path(), .empty)) { try Image(contentsOfFile: empty.path()) }
      #expect(throws: ImageError.self) { try Image(contentsOfFile: "") }
    }
  }

  @Test func theFileLimitHolds() throws {
    try withTemporaryFolder { folder in
      let fixture = Fixture(name: "jpeg-420.jpg")
      let bytes = try fixture.bytes()
      let file = folder.appending(path: "picture.jpg")
      try Data(bytes).write(to: file)
      let exact = ImageLimits(maximumPixels: 1 << 20, maximumFileBytes: bytes.count)
      #expect(try Image(contentsOfFile: file.path(), limits: exact) == fixture.expected())
      let less = ImageLimits(maximumPixels: 1 << 20, maximumFileBytes: bytes.count - 1)
      #expect(throws: ImageError.inFile(path: file.path(), .fileTooLarge(maximumBytes: bytes.count - 1))) {
        try Image(contentsOfFile: file.path(), limits: less)
      }
    }
  }

  /// Pipes have no size and give few bytes at a time.
  @Test func aPipeIsReadToItsEnd() throws {
    let image = Image(width: 400, height: 300, filledWith: 3)
    let ppm = Array("P6 400 300 255\n".utf8) + image.pixels
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "pipe").path()
      #expect(mkfifo(path, 0o600) == 0)
      let writer = Thread {
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        for start in stride(from: 0, to: ppm.count, by: 5000) {
          try? file.write(contentsOf: Data(ppm[start..<min(start + 5000, ppm.count)]))
        }
        try? file.close()
      }
      writer.start()
      let read = try Image(contentsOfFile: path)
      #expect(read == image)
    }
  }

  #if os(Linux)
  @Test func endlessFilesAreRefused() {
    #expect(throws: ImageError.self) { try Image(contentsOfFile: "/dev/zero") }
  }
  #endif
}
