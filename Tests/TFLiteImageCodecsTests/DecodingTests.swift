import Foundation
import Testing
import TFLiteImageCodecs

@Suite struct DecodingTests {
  @Test(arguments: Fixture.all)
  func everyVariantShowsItsPicture(_ fixture: Fixture) throws {
    #expect(try Image(decoding: fixture.bytes()) == fixture.expected())
  }

  /// A test that runs over no files would always pass.
  @Test(arguments: [(ImageFormat.png, 50), (.jpeg, 35), (.bmp, 25), (.pnm, 25)])
  func fixturesAreThere(_ format: ImageFormat, _ count: Int) {
    #expect(Fixture.all(format).count >= count)
  }

  @Test(arguments: ["jpeg-exif-6.jpg", "jpeg-exif-2.jpg", "png-exif-before.png", "png-exif-after.png"])
  func orientationCanBeIgnored(_ name: String) throws {
    let fixture = Fixture(name: name)
    let stored = try Image(decoding: fixture.bytes(), exifOrientation: .ignored)
    let orientation = try #require(ImageOrientation(rawValue: name == "jpeg-exif-2.jpg" ? 2 : 6))
    #expect(stored != (try fixture.expected()))
    #expect(try stored.oriented(orientation) == fixture.expected())
  }

  @Test func bytesBeforeAndAfterTheBufferAreNotLookedAt() throws {
    let fixture = Fixture(name: "bmp-24.bmp")
    let bytes = try fixture.bytes()
    let padded = [1, 2, 3] + bytes + [4, 5, 6]
    let image = try padded.withUnsafeBytes { padded in
      try Image(decoding: UnsafeRawBufferPointer(rebasing: padded[3..<3 + bytes.count]))
    }
    #expect(try image == fixture.expected())
  }

  @Test func filesAreReadWhateverTheirName() throws {
    try withTemporaryFolder { folder in
      for name in ["png-rgb8.png", "jpeg-420.jpg", "bmp-24.bmp", "pnm-p6-255.ppm"] {
        let fixture = Fixture(name: name)
        let path = folder.appending(path: "picture.gif").path()
        try Data(fixture.bytes()).write(to: URL(filePath: path))
        #expect(try Image(contentsOfFile: path) == fixture.expected())
      }
    }
  }
}

/// The photographs of the zoo, where it is present: at `../shared/zoo` beside the package, or in TFLITE_ZOO.
@Suite(.enabled(if: Zoo.isPresent, "the zoo is not at ../shared/zoo, and TFLITE_ZOO names no other place"))
struct ZooPhotographTests {
  /// Path, size and checksum of the pixels are those that Pillow finds; see Fixtures/make.py.
  @Test(arguments: Zoo.photographs)
  func everyPhotographIsDecodedAsByPillow(_ photograph: Zoo.Photograph) throws {
    let image = try Image(contentsOfFile: Zoo.images.appending(path: photograph.path).path())
    #expect(image.width == photograph.width)
    #expect(image.height == photograph.height)
    #expect(CRC32.checksum(image.pixels) == photograph.checksum)
  }

  @Test func photographsAreThere() {
    #expect(Zoo.photographs.count >= 30)
  }
}

enum Zoo {
  struct Photograph: Sendable, CustomTestStringConvertible {
    let path: String
    let width: Int
    let height: Int
    let checksum: UInt32
    var testDescription: String { path }
  }

  static let images: URL = {
    let zoo = ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(filePath: $0) }
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    return (zoo ?? package.appending(path: "../shared/zoo").standardized).appending(path: "images")
  }()

  static let isPresent = FileManager.default.fileExists(atPath: images.path())

  static let photographs: [Photograph] = {
    let list = (try? String(contentsOf: Fixture.folder.appending(path: "zoo.txt"), encoding: .utf8)) ?? ""
    return list.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 4, let width = Int(fields[1]), let height = Int(fields[2]),
        let checksum = UInt32(fields[3], radix: 16)
      else { return nil }
      return Photograph(path: String(fields[0]), width: width, height: height, checksum: checksum)
    }
  }()
}

/// The checksum of PNG and zlib.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var checksum = UInt32.max
    for byte in bytes { checksum = checksum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)] }
    return ~checksum
  }
}
