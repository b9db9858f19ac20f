import TestRandomness
import Testing
import TFLiteImageCodecs

@Suite struct ResizeTests {
  /// The definition, in double precision, for one value of the result.
  private func value(_ image: Image, _ newWidth: Int, _ newHeight: Int, _ x: Int, _ y: Int, _ channel: Int) -> Double {
    let centerX = (Double(x) + 0.5) * Double(image.width) / Double(newWidth) - 0.5
    let centerY = (Double(y) + 0.5) * Double(image.height) / Double(newHeight) - 0.5
    func pixel(_ x: Double, _ y: Double) -> Double {
      let column = min(max(Int(x), 0), image.width - 1)
      let row = min(max(Int(y), 0), image.height - 1)
      return Double(image.pixels[(row * image.width + column) * 3 + channel])
    }
    let left = centerX.rounded(.down)
    let top = centerY.rounded(.down)
    let alongX = centerX - left
    let alongY = centerY - top
    return pixel(left, top) * (1 - alongX) * (1 - alongY) + pixel(left + 1, top) * alongX * (1 - alongY)
      + pixel(left, top + 1) * (1 - alongX) * alongY + pixel(left + 1, top + 1) * alongX * alongY
  }

  @Test(arguments: UInt64(0)..<60)
  func everyValueIsTheNearestToTheDefinition(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let side = { (generator: inout SeededGenerator) in
      Bool.random(using: &generator)
        ? Int.random(in: 1...4, using: &generator) : Int.random(in: 5...60, using: &generator)
    }
    let image = try Image.random(width: side(&generator), height: side(&generator), using: &generator)
    let width = side(&generator)
    let height = side(&generator)
    let resized = try image.resized(toWidth: width, height: height)
    #expect(resized.width == width && resized.height == height)
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          let exact = value(image, width, height, x, y, channel)
          worst = max(worst, abs(Double(resized.pixels[(y * width + x) * 3 + channel]) - exact))
        }
      }
    }
    // Half a unit of rounding, and what float32 loses.
    #expect(worst <= 0.5 + 1e-3, "seed \(seed): \(image.width) x \(image.height) to \(width) x \(height)")
  }

  @Test func halvesAreRoundedUp() throws {
    // From 2 pixels to 1, each counts half.
    for (left, right, middle) in [(0, 1, 1), (1, 2, 2), (254, 255, 255), (10, 20, 15), (0, 255, 128)]
      as [(UInt8, UInt8, UInt8)]
    {
      let image = try Image(width: 2, height: 1, pixels: [left, left, left, right, right, right])
      #expect(try image.resized(toWidth: 1, height: 1).pixels == [middle, middle, middle])
    }
  }

  @Test func thereIsNoAntialiasing() throws {
    // From 9 columns to 3, each new center lies on an old one: columns 1, 4 and 7 remain as they are.
    var generator = SeededGenerator(seed: 1)
    let image = try Image.random(width: 9, height: 3, using: &generator)
    let resized = try image.resized(toWidth: 3, height: 1)
    for (new, old) in [1, 4, 7].enumerated() {
      #expect(resized.color(x: new, y: 0) == image.color(x: old, y: 1))
    }
  }

  @Test func theSameSizeChangesNothing() throws {
    var generator = SeededGenerator(seed: 2)
    let image = try Image.random(width: 31, height: 17, using: &generator)
    #expect(try image.resized(toWidth: 31, height: 17) == image)
    // One side alone is resized alone.
    let wider = try image.resized(toWidth: 62, height: 17)
    #expect(try wider.resized(toWidth: 31, height: 17).width == 31)
    #expect(wider.color(x: 0, y: 5) == image.color(x: 0, y: 5))
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5)])
  func sizesWithoutContent(_ width: Int, _ height: Int) {
    let image = Image(width: 2, height: 2, filledWith: 1)
    #expect(throws: ImageError.invalidSize(width: width, height: height)) {
      try image.resized(toWidth: width, height: height)
    }
    #expect(throws: ImageError.invalidSize(width: width, height: height)) {
      try image.letterboxed(toWidth: width, height: height)
    }
  }

  @Test func sizesBeyondTheLimit() {
    let image = Image(width: 2, height: 2, filledWith: 1)
    #expect(throws: ImageError.tooLarge(width: .max, height: .max, maximumPixels: 1 << 28)) {
      try image.resized(toWidth: .max, height: .max)
    }
    #expect(throws: ImageError.tooLarge(width: 100, height: 100, maximumPixels: 9999)) {
      try image.letterboxed(
        toWidth: 100, height: 100, limits: ImageLimits(maximumPixels: 9999, maximumFileBytes: 0))
    }
  }
}
