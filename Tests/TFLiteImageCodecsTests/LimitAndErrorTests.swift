import Foundation
import Testing
import TFLiteImageCodecs

/// Each kind of wrong input gives its own error, with a message that says what and where.
@Suite struct LimitAndErrorTests {
  @Test func nothing() {
    #expect(throws: ImageError.empty) { try Image(decoding: []) }
  }

  @Test(arguments: [
    (Array("GIF89a....".utf8), "a GIF picture"),
    (Array("RIFF....WEBPVP8 ".utf8), "a WebP picture"),
    ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], "a TIFF picture"),
    (Array("....ftypheic".utf8), "a HEIF picture"),
    (Array("....ftypavif".utf8), "an AVIF picture"),
    (Array("P7\nWIDTH 1\n".utf8), "a Netpbm picture of kind P7 (PAM)"),
    (Array("%PDF-1.7".utf8), "a PDF document"),
    ([1, 2, 0xAB], "data that begins with the bytes 01 02 ab"),
    (Array("P0 1 1 ".utf8), "data that begins with the bytes 50 30 20 31 20 31 20"),
    (Array("P".utf8), "data that begins with the bytes 50"),
    ([0xFF, 0xD8], "data that begins with the bytes ff d8"),
  ])
  func unknownFormats(_ bytes: [UInt8], _ description: String) {
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(error == .unknownFormat(description))
    #expect(error?.description.contains(description) == true)
  }

  // MARK: Sizes

  @Test(arguments: ["png-rgb8.png", "jpeg-420.jpg", "jpeg-progressive-420.jpg", "bmp-8.bmp", "pnm-p6-255.ppm"])
  func thePixelLimitHolds(_ name: String) throws {
    let fixture = Fixture(name: name)
    let expected = try fixture.expected()
    let pixels = expected.width * expected.height
    let limits = { (pixels: Int) in ImageLimits(maximumPixels: pixels, maximumFileBytes: 1 << 20) }
    #expect(throws: ImageError.tooLarge(width: expected.width, height: expected.height, maximumPixels: pixels - 1)) {
      try Image(decoding: fixture.bytes(), limits: limits(pixels - 1))
    }
    #expect(try Image(decoding: fixture.bytes(), limits: limits(pixels)) == expected)
  }

  /// Files of a few bytes that announce the largest picture their format can hold.
  @Test(
    arguments: [
      ("png-rgb8.png", 16, [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF], 0x7FFF_FFFF, 0x7FFF_FFFF),
      ("bmp-24.bmp", 18, [0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0x80], 0x7FFF_FFFF, 0x8000_0000),
      ("jpeg-gray.jpg", -1, [0xFF, 0xDC, 0xFF, 0xDC], 0xFFDC, 0xFFDC),
      ("pnm-p6-255.ppm", 3, Array("4611686018427387904 4 255\n".utf8), 1 << 62, 4),
    ] as [(String, Int, [UInt8], Int, Int)])
  func hugePicturesAreRefused(_ name: String, _ offset: Int, _ size: [UInt8], _ width: Int, _ height: Int) throws {
    var bytes = try Fixture(name: name).bytes()
    let offset = try offset < 0 ? frameSizeOffset(bytes) : offset
    bytes.replaceSubrange(offset..<offset + size.count, with: size)
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(error == .tooLarge(width: width, height: height, maximumPixels: 1 << 28))
  }

  @Test(
    arguments: [
      ("png-rgb8.png", 16, [0, 0, 0, 0], 0, 7), ("png-rgb8.png", 20, [0, 0, 0, 0], 13, 0),
      ("bmp-24.bmp", 18, [0, 0, 0, 0], 0, 7), ("bmp-24.bmp", 18, [0xFF, 0xFF, 0xFF, 0xFF], -1, 7),
      ("bmp-24.bmp", 22, [0, 0, 0, 0], 13, 0), ("bmp-24-core.bmp", 18, [0, 0], 0, 7),
      ("jpeg-gray.jpg", -1, [0, 0], 37, 0), ("jpeg-gray.jpg", -1, [0, 27, 0, 0], 0, 27),
      ("pnm-p6-255.ppm", 3, Array("0 ".utf8), 0, 7), ("pnm-p6-255.ppm", 3, Array("13 0 ".utf8), 13, 0),
    ] as [(String, Int, [UInt8], Int, Int)])
  func picturesWithoutContentAreRefused(
    _ name: String, _ offset: Int, _ size: [UInt8], _ width: Int, _ height: Int
  ) throws {
    var bytes = try Fixture(name: name).bytes()
    if name.hasPrefix("pnm") {
      bytes = Array("P6 ".utf8) + size + Array(width == 0 ? "7 255\n".utf8 : "255\n".utf8)
    } else {
      let offset = try offset < 0 ? frameSizeOffset(bytes) : offset
      bytes.replaceSubrange(offset..<offset + size.count, with: size)
    }
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(error == .invalidSize(width: width, height: height))
  }

  @Test func longAndThinPicturesAreFine() throws {
    let wide = Image(width: 100_000, height: 1, filledWith: 7)
    let high = Image(width: 1, height: 100_000, filledWith: 9)
    for image in [wide, high] {
      #expect(try Image(decoding: image.pngEncoded()) == image)
      let header = Array("P6 \(image.width) \(image.height) 255\n".utf8)
      #expect(try Image(decoding: header + image.pixels) == image)
      #expect(try image.resized(toWidth: 30, height: 30).pixels.allSatisfy { $0 == image.pixels[0] })
    }
  }

  /// Sizes within the limit whose pixels cannot be there are refused before memory is asked for.
  @Test(arguments: ["P5 16384 16384 255\n1234", "P2 16384 16384 255\n1 2 3", "P1 16384 16384 0 1", "P4 16384 16384\n1"])
  func announcedPixelsMustBeThere(_ text: String) {
    let error = #expect(throws: ImageError.self) { try Image(decoding: Array(text.utf8)) }
    guard case .truncated(.pnm, _, let byteOffset) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(byteOffset == text.utf8.count)
  }

  // MARK: Truncated and corrupt files

  @Test(arguments: [
    ("jpeg-420.jpg", ImageFormat.jpeg), ("jpeg-progressive-420.jpg", .jpeg), ("jpeg-restart.jpg", .jpeg),
    ("png-rgb8.png", .png), ("png-rgb8-interlaced.png", .png), ("bmp-24.bmp", .bmp), ("bmp-rle8.bmp", .bmp),
    ("pnm-p6-255.ppm", .pnm), ("pnm-p3-255.ppm", .pnm),
  ])
  func truncation(_ name: String, _ format: ImageFormat) throws {
    let bytes = try Fixture(name: name).bytes()
    let count = bytes.count - 20
    let error = #expect(throws: ImageError.self) { try Image(decoding: Array(bytes[..<count])) }
    guard case .truncated(format, _, let byteOffset) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(byteOffset == count)
    #expect(error?.description.hasPrefix("truncated \(format): ") == true)
    #expect(error?.description.hasSuffix(", at byte \(count)") == true)
  }

  /// A JPEG whose entropy-coded data breaks off in the middle, with a proper end behind.
  @Test func missingMiddleOfAJPEG() throws {
    let bytes = try Fixture(name: "jpeg-420.jpg").bytes()
    let shortened = bytes[..<(bytes.count - 60)] + [0xFF, 0xD9]
    let error = #expect(throws: ImageError.self) { try Image(decoding: Array(shortened)) }
    guard case .corrupt(.jpeg, let detail, let byteOffset) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("premature end of data segment"))
    #expect(byteOffset > 400 && byteOffset <= shortened.count)
  }

  @Test func wrongRestartMarker() throws {
    var bytes = try Fixture(name: "jpeg-restart.jpg").bytes()
    let first = try #require(zip(bytes, bytes.dropFirst()).enumerated().first { $1.0 == 0xFF && $1.1 == 0xD0 }?.offset)
    bytes[first + 1] = 0xD5
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    guard case .corrupt(.jpeg, _, let byteOffset) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(byteOffset - first) < 10)
  }

  @Test func unsupportedJPEG() throws {
    var bytes = try Fixture(name: "jpeg-gray.jpg").bytes()
    let size = try frameSizeOffset(bytes)
    // 12 bits per sample.
    bytes[size - 1] = 12
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    guard case .unsupported(.jpeg, let feature) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(feature.contains("12"))
  }

  /// A progressive gray picture of 8 x 8 pixels whose scans, of a dozen bytes each, repeat the same DC coefficient.
  @Test(arguments: [(500, true), (501, false), (5000, false)])
  func endlessScans(_ count: Int, _ isAccepted: Bool) throws {
    let quantization = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    // One code, the bit 0, for "no difference".
    let codes = [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0x7F]
    let scans = Array(repeating: scan, count: count).joined()
    let bytes = [0xFF, 0xD8] + quantization + frame + codes + scans + [0xFF, 0xD9]
    if isAccepted {
      #expect(try Image(decoding: bytes) == Image(width: 8, height: 8, filledWith: 128))
    } else {
      #expect(throws: ImageError.unsupported(.jpeg, feature: "more than 500 scans")) { try Image(decoding: bytes) }
    }
  }

  @Test func wrongChecksumOfAPNG() throws {
    var bytes = try Fixture(name: "png-rgb8.png").bytes()
    bytes[bytes.count - 14] ^= 1
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    guard case .corrupt(.png, let detail, let byteOffset) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("CRC"))
    #expect(byteOffset >= bytes.count - 16)
  }

  @Test(
    arguments: [
      (14, [39], "unsupported BMP", "header of 39 bytes"), (28, [3], "", "3 bits per pixel"),
      (30, [4], "", "compression 4 with 24 bits per pixel"), (10, [20], "", "begin inside the header, at byte 20"),
      (10, [0, 255], "", "begin at byte 65280"),
    ] as [(Int, [UInt8], String, String)])
  func bmpHeaders(_ offset: Int, _ change: [UInt8], _: String, _ words: String) throws {
    var bytes = try Fixture(name: "bmp-24.bmp").bytes()
    bytes.replaceSubrange(offset..<offset + change.count, with: change)
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func bmpMasksAndPalettes() throws {
    var bytes = try Fixture(name: "bmp-16-565.bmp").bytes()
    bytes[54] = 5
    let maskError = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(maskError?.description.contains("mask 0xf805 are not side by side") == true)

    bytes = try Fixture(name: "bmp-8-short-palette.bmp").bytes()
    bytes[bytes.count - 16] = 50
    let paletteError = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(paletteError?.description.contains("row 0, column 0 has color 50 of a palette of 50") == true)
  }

  @Test(arguments: [
    ("P6 4 4 0\n", "the maximum value is 0, not 1...65535, at byte 8"),
    ("P6 4 4 65536\n", "the maximum value is 65536"), ("P6 4 x 255\n", "the height is no decimal number, at byte 5"),
    ("P6 99999999999999999999 4 255\n", "the width is too large a number, at byte 3"),
    ("P2 2 1 9\n4 10", "sample 1 is 10, the maximum value is 9, at byte 10"),
    ("P2 2 1 9\n4 -1", "sample 1 is no decimal number"), ("P1 2 1 02", "pixel 1 is neither 0 nor 1, at byte 8"),
    ("P5 2 1 9x..", "no white space before the pixels, at byte 8"), ("P5 2 1 9 \u{1}\u{A}", "sample 1 is 10"),
    ("P6 4", "the height is missing, at byte 4"),
  ])
  func netpbmTexts(_ text: String, _ words: String) {
    let error = #expect(throws: ImageError.self) { try Image(decoding: Array(text.utf8)) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  // MARK: Images in memory

  @Test func imagesInMemory() throws {
    #expect(throws: ImageError.invalidSize(width: 0, height: 2)) { try Image(width: 0, height: 2, pixels: []) }
    #expect(throws: ImageError.invalidSize(width: 2, height: -1)) { try Image(width: 2, height: -1, pixels: []) }
    #expect(throws: ImageError.wrongByteCount(expected: 12, actual: 11)) {
      try Image(width: 2, height: 2, pixels: [UInt8](repeating: 0, count: 11))
    }
    #expect(throws: ImageError.tooLarge(width: .max, height: 2, maximumPixels: .max / 3)) {
      try Image(width: .max, height: 2, pixels: [])
    }
    #expect(throws: ImageError.tooLarge(width: .max / 2, height: 1, maximumPixels: .max / 3)) {
      try Image(width: .max / 2, height: 1, pixels: [])
    }
    var image = try Image(width: 1, height: 2, pixels: [1, 2, 3, 4, 5, 6])
    image.pixels[3] = 40
    #expect(image.color(x: 0, y: 1) == RGBColor(red: 40, green: 5, blue: 6))
    // What the compiler made of the literal has been copied; later changes stay in place.
    let place = image.pixels.withUnsafeBufferPointer(\.baseAddress)
    image.pixels[4] = 50
    #expect(image.color(x: 0, y: 1) == RGBColor(red: 40, green: 50, blue: 6))
    #expect(image.pixels.withUnsafeBufferPointer(\.baseAddress) == place, "a change of one byte copies the picture")
  }

  /// The offset of height and width, of two bytes each, in the frame header of a JPEG.
  private func frameSizeOffset(_ bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) }) + 5
  }
}

extension Image {
  /// A picture of one value.
  init(width: Int, height: Int, filledWith value: UInt8) {
    guard
      let image = try? Image(
        width: width, height: height, pixels: [UInt8](repeating: value, count: width * height * 3))
    else { fatalError("\(width) x \(height)") }
    self = image
  }
}
