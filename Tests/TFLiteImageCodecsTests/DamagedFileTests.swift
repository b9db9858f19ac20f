import TestRandomness
import Testing
import TFLiteImageCodecs

/// Files that were cut off or changed on their way. They may show another picture or an error, but nothing else.
@Suite struct DamagedFileTests {
  private static let limits = ImageLimits(maximumPixels: 1 << 16, maximumFileBytes: 1 << 20)

  /// A part of a picture is never taken for the whole. Only the last number of a text can lose digits unnoticed.
  @Test(arguments: Fixture.all)
  func aBeginningIsAnErrorOrTheWholePicture(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let expected = try fixture.expected()
    var errors = 0
    let isText = ["pnm-p1", "pnm-p2", "pnm-p3"].contains { fixture.name.hasPrefix($0) }
    let noticed = isText ? try lastNumber(bytes) + 1 : bytes.count
    for count in 0..<noticed {
      do {
        let image = try Image(decoding: Array(bytes[..<count]), limits: Self.limits)
        if image != expected { Issue.record("\(fixture.name): the first \(count) bytes show another picture") }
      } catch {
        errors += 1
        switch error {
        case .empty: #expect(count == 0)
        case .unknownFormat: #expect(count < 8)
        case .truncated: break
        default: Issue.record("\(fixture.name): the first \(count) bytes give: \(error)")
        }
      }
    }
    // What may be missing: the mark of the end, padding, white space and what follows the picture.
    #expect(noticed - errors <= 12)
  }

  /// Where the last number of a text begins.
  private func lastNumber(_ text: [UInt8]) throws -> Int {
    let end = try #require(text.lastIndex { $0 > 0x20 })
    return try #require(text[..<end].lastIndex { $0 <= 0x20 }) + 1
  }

  @Test(arguments: Fixture.all)
  func changedBytesCrashNothing(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    for seed in UInt64(0)..<150 {
      var generator = SeededGenerator(seed: seed)
      var changed = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: changed[index] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        default: changed[index] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      try decodeWithinLimits(changed, "\(fixture.name) with seed \(seed)")
    }
  }

  /// The changes that most often reach far into a decoder are those of its header.
  @Test(arguments: Fixture.all(.bmp) + Fixture.all(.pnm))
  func everyValueOfEveryHeaderByteCrashesNothing(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    for index in 0..<min(bytes.count, 72) {
      for value in stride(from: UInt8(0), through: 255, by: 5) {
        var changed = bytes
        changed[index] = value
        try decodeWithinLimits(changed, "\(fixture.name) with byte \(index) = \(value)")
      }
    }
  }

  /// Without the checksums of PNG, changes reach the decoder proper.
  @Test(arguments: Fixture.all(.png))
  func changedPNGsWithRightChecksumsCrashNothing(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    for seed in UInt64(0)..<150 {
      var generator = SeededGenerator(seed: seed)
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[Int.random(in: 12..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      repairChecksums(&changed)
      try decodeWithinLimits(changed, "\(fixture.name) with seed \(seed)")
    }
  }

  private func decodeWithinLimits(_ bytes: [UInt8], _ what: String) throws {
    guard let image = try? Image(decoding: bytes, limits: Self.limits) else { return }
    if image.pixels.count != image.width * image.height * 3 || image.width * image.height > Self.limits.maximumPixels {
      Issue.record("\(what): \(image.width) x \(image.height)")
    }
  }

  private func repairChecksums(_ bytes: inout [UInt8]) {
    var position = 8
    while position + 12 <= bytes.count {
      let count = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard position + 12 + count <= bytes.count else { return }
      let checksum = CRC32.checksum(Array(bytes[position + 4..<position + 8 + count]))
      for index in 0..<4 {
        bytes[position + 8 + count + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index))
      }
      position += 12 + count
    }
  }
}
