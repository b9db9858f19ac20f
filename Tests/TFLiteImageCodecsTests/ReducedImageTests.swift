import Foundation
import Testing

@testable import TFLiteImageCodecs

/// JPEG files that are decoded at a part of their size.
@Suite struct ReducedImageTests {
  private static let codes = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Models/samples/codes.jpg").path()

  @Test(arguments: [(181, 1), (180, 2), (91, 2), (90, 4), (46, 4), (45, 8), (1, 8)])
  func atLeastTwiceAsLargeAsNeeded(_ side: Int, _ divisor: Int) throws {
    let picture = try ReducedImage(contentsOfFile: Self.codes, neededAt: (side, side))
    #expect(picture.width == 960 && picture.height == 720)
    #expect(picture.image.width == 960 / divisor && picture.image.height == 720 / divisor)
    #expect(picture.scale == (Double(divisor), Double(divisor)))
  }

  @Test func allPixelsUnlessLessIsNeeded() throws {
    let whole = try Image(contentsOfFile: Self.codes)
    #expect(try ReducedImage(contentsOfFile: Self.codes, neededAt: nil) == ReducedImage(whole))
    #expect(try ReducedImage(contentsOfFile: Self.codes, neededAt: (300, 300)) == ReducedImage(whole))
    // What is no size needs as little as there can be.
    #expect(try ReducedImage(contentsOfFile: Self.codes, neededAt: (0, -5)).image.width == 120)
  }

  /// The pixels are near the means of those that they stand for.
  @Test(arguments: [2, 4, 8]) func pixelsAreMeans(_ divisor: Int) throws {
    let whole = try Image(contentsOfFile: Self.codes)
    let means = try whole.resized(toWidth: 960 / divisor, height: 720 / divisor, resampling: .area)
    let side = 720 / divisor / 2
    let reduced = try ReducedImage(contentsOfFile: Self.codes, neededAt: (side, side)).image
    try #require(reduced.width == means.width && reduced.height == means.height)
    let mean = Self.meanDifference(reduced, means)
    #expect(mean < 2, "1/\(divisor): \(mean)")
    // And what a model sees is nearer still.
    let (one, other) = (
      try reduced.resized(toWidth: side, height: side, resampling: .area),
      try whole.resized(toWidth: side, height: side, resampling: .area)
    )
    let seenMean = Self.meanDifference(one, other)
    #expect(seenMean < 1.5, "1/\(divisor): \(seenMean)")
    print("JPEG at 1/\(divisor): off by \(mean) of 255 on average, as a model sees it by \(seenMean)")
  }

  /// In levels of 255.
  private static func meanDifference(_ one: Image, _ other: Image) -> Double {
    var sum = 0
    for (a, b) in zip(one.pixels, other.pixels) { sum += abs(Int(a) - Int(b)) }
    return Double(sum) / Double(one.pixels.count)
  }

  @Test(arguments: Fixture.all) func everyVariantHasItsSize(_ fixture: Fixture) throws {
    let whole = try Image(decoding: fixture.bytes())
    let path = Fixture.folder.appending(path: fixture.name).path()
    let picture = try ReducedImage(contentsOfFile: path, neededAt: (1, 1))
    #expect(picture.width == whole.width && picture.height == whole.height)
    #expect(try ReducedImage(contentsOfFile: path, neededAt: nil).image == whole)
    guard fixture.name.hasPrefix("jpeg") else {
      #expect(picture.image == whole)
      return
    }
    let side = min(whole.width, whole.height)
    let divisor: Int = side >= 16 ? 8 : side >= 8 ? 4 : side >= 4 ? 2 : 1
    #expect(picture.image.width == (whole.width + divisor - 1) / divisor)
    #expect(picture.image.height == (whole.height + divisor - 1) / divisor)
  }

  /// Every pixel of every kind of file, turned as its EXIF block says, is the one that Pillow finds; see
  /// Fixtures/make.py.
  @Test(arguments: [2, 4, 8]) func pixelsAreThoseOfPillow(_ divisor: Int) throws {
    let fixtures = Fixture.all(.jpeg).filter { $0.isReduced(divisor) }
    #expect(fixtures.count > (divisor == 8 ? 15 : 35))
    for fixture in fixtures {
      let whole = try Image(decoding: fixture.bytes())
      let need = (whole.width / divisor / 2, whole.height / divisor / 2)
      let path = Fixture.folder.appending(path: fixture.name).path()
      let (picture, expected) = (try ReducedImage(contentsOfFile: path, neededAt: need), try fixture.reduced(divisor))
      #expect(picture.width == whole.width && picture.height == whole.height)
      #expect(picture.image == expected, "\(fixture.name) at 1/\(divisor)")
    }
  }

  /// The eight turns of one scene show eight pictures, so that no wrong one goes unseen.
  @Test(arguments: [2, 4]) func turnsAreToldApart(_ divisor: Int) throws {
    let pictures = try (1...8).map { try Fixture(name: "jpeg-exif-\($0).jpg").reduced(divisor) }
    for (index, picture) in pictures.enumerated() {
      #expect(!pictures[..<index].contains(picture))
      let upright = try #require(ImageOrientation(rawValue: UInt8(index + 1)))
      #expect(try pictures[0].oriented(upright) == picture)
    }
  }

  @Test func brokenFilesAreTold() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "broken.jpg").path()
      let bytes = try Data(contentsOf: URL(filePath: Self.codes))
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
      #expect { try ReducedImage(contentsOfFile: path, neededAt: (20, 20)) } throws: { error in
        guard case ImageError.inFile(path: path, .truncated) = error else { return false }
        return true
      }
    }
  }
}
