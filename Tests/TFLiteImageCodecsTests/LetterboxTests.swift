import TestRandomness
import Testing
import TFLiteImageCodecs

@Suite struct LetterboxTests {
  @Test func aWidePictureHasMarginsAboveAndBelow() throws {
    var generator = SeededGenerator(seed: 3)
    let image = try Image.random(width: 40, height: 20, using: &generator)
    let gray = RGBColor(red: 128, green: 127, blue: 126)
    let letterbox = try image.letterboxed(toWidth: 20, height: 21, fill: gray)
    #expect(letterbox.image.width == 20 && letterbox.image.height == 21)
    let content = try image.resized(toWidth: 20, height: 10)
    for y in 0..<21 {
      for x in 0..<20 {
        let expected = (5..<15).contains(y) ? content.color(x: x, y: y - 5) : gray
        #expect(letterbox.image.color(x: x, y: y) == expected)
      }
    }
    #expect(letterbox.transform.toOriginal(x: 0, y: 5) == (0, 0))
    #expect(letterbox.transform.toOriginal(x: 20, y: 15) == (40, 20))
    #expect(letterbox.transform.toFrame(x: 20, y: 10) == (10, 10))
  }

  @Test func aHighPictureHasMarginsOnTheSides() throws {
    let image = Image(width: 10, height: 30, filledWith: 200)
    let letterbox = try image.letterboxed(toWidth: 60, height: 60)
    #expect(letterbox.image.color(x: 19, y: 30) == .black)
    #expect(letterbox.image.color(x: 20, y: 30) == RGBColor(red: 200, green: 200, blue: 200))
    #expect(letterbox.image.color(x: 39, y: 0) == RGBColor(red: 200, green: 200, blue: 200))
    #expect(letterbox.image.color(x: 40, y: 0) == .black)
    #expect(letterbox.transform.toOriginal(x: 20, y: 0) == (0, 0))
  }

  @Test func theFramesOwnProportionsLeaveNoMargin() throws {
    var generator = SeededGenerator(seed: 4)
    let image = try Image.random(width: 30, height: 20, using: &generator)
    #expect(try image.letterboxed(toWidth: 15, height: 10).image == image.resized(toWidth: 15, height: 10))
    #expect(try image.letterboxed(toWidth: 30, height: 20).image == image)
  }

  @Test(arguments: [(100_000, 1), (1, 100_000), (7, 5), (640, 480), (333, 1000)])
  func theCornersOfThePictureComeBack(_ width: Int, _ height: Int) throws {
    let image = Image(width: width, height: height, filledWith: 50)
    let letterbox = try image.letterboxed(toWidth: 64, height: 48)
    let transform = letterbox.transform
    for (x, y) in [(0, 0), (width, height), (width / 2, height / 3)] {
      let there = transform.toFrame(x: Double(x), y: Double(y))
      #expect((0...64).contains(there.x) && (0...48).contains(there.y))
      let back = transform.toOriginal(x: there.x, y: there.y)
      #expect(abs(back.x - Double(x)) < 1e-6 && abs(back.y - Double(y)) < 1e-6)
    }
    // The content is where the transform says, and nowhere else.
    let start = transform.toFrame(x: 0, y: 0)
    let end = transform.toFrame(x: Double(width), y: Double(height))
    for y in 0..<48 {
      for x in 0..<64 {
        let isInside = Double(x) >= start.x && Double(x) < end.x && Double(y) >= start.y && Double(y) < end.y
        #expect((letterbox.image.color(x: x, y: y) != .black) == isInside)
      }
    }
  }
}
