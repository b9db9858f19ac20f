import TestRandomness
import Testing
import TFLiteImageCodecs

@Suite struct AreaResizeTests {
  /// How much each pixel of an axis counts for a pixel of the result, by the definition.
  private func weights(_ count: Int, _ newCount: Int, _ index: Int) -> [Double] {
    let extent = Double(count) / Double(newCount)
    if newCount < count {
      let (start, end) = (Double(index) * extent, Double(index + 1) * extent)
      return (0..<count).map { max(0, min(end, Double($0 + 1)) - max(start, Double($0))) / extent }
    }
    let center = min(max((Double(index) + 0.5) * extent - 0.5, 0), Double(count - 1))
    return (0..<count).map { max(0, 1 - abs(Double($0) - center)) }
  }

  @Test(arguments: UInt64(0)..<60)
  func everyValueIsTheNearestToTheDefinition(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func side() -> Int {
      Bool.random(using: &generator)
        ? Int.random(in: 1...4, using: &generator) : Int.random(in: 5...60, using: &generator)
    }
    let image = try Image.random(width: side(), height: side(), using: &generator)
    let (width, height) = (side(), side())
    let resized = try image.resized(toWidth: width, height: height, resampling: .area)
    #expect(resized.width == width && resized.height == height)
    let columns = (0..<width).map { weights(image.width, width, $0) }
    var worst = 0.0
    for y in 0..<height {
      let rows = weights(image.height, height, y)
      for x in 0..<width {
        for channel in 0..<3 {
          var exact = 0.0
          for (row, down) in rows.enumerated() where down > 0 {
            for (column, across) in columns[x].enumerated() where across > 0 {
              exact += down * across * Double(image.pixels[(row * image.width + column) * 3 + channel])
            }
          }
          worst = max(worst, abs(Double(resized.pixels[(y * width + x) * 3 + channel]) - exact))
        }
      }
    }
    // Half a unit of rounding, and what float32 loses.
    #expect(worst <= 0.5 + 1e-3, "seed \(seed): \(image.width) x \(image.height) to \(width) x \(height)")
  }

  @Test func thinLinesSurvive() throws {
    // A black line of one pixel in a hundred: bilinear interpolation passes over it.
    let pixels = (0..<1000).flatMap { column in Array(repeating: column == 123 ? UInt8(0) : 200, count: 3) }
    let image = try Image(width: 1000, height: 1, pixels: pixels)
    let black = RGBColor(red: 198, green: 198, blue: 198)
    #expect(try image.resized(toWidth: 10, height: 1, resampling: .area).color(x: 1, y: 0) == black)
    let white = RGBColor(red: 200, green: 200, blue: 200)
    #expect(try image.resized(toWidth: 10, height: 1).color(x: 1, y: 0) == white)
  }

  @Test(arguments: [(4000, 3000, 320, 320), (321, 7, 320, 320), (1, 1, 5, 5), (1000, 1, 3, 1)])
  func oneColorRemains(_ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int) throws {
    for value in [0, 1, 127, 254, 255] as [UInt8] {
      let resized = try Image(width: width, height: height, filledWith: value)
        .resized(toWidth: newWidth, height: newHeight, resampling: .area)
      #expect(resized.pixels.allSatisfy { $0 == value })
    }
  }

  @Test func enlargingIsBilinear() throws {
    var generator = SeededGenerator(seed: 5)
    let image = try Image.random(width: 13, height: 9, using: &generator)
    #expect(try image.resized(toWidth: 40, height: 31, resampling: .area) == image.resized(toWidth: 40, height: 31))
  }

  @Test func framesAreFilledTheSameWay() throws {
    var generator = SeededGenerator(seed: 6)
    let image = try Image.random(width: 90, height: 60, using: &generator)
    let frame = try image.letterboxed(toWidth: 30, height: 20, resampling: .area).image
    #expect(try frame == image.resized(toWidth: 30, height: 20, resampling: .area))
    #expect(try frame != image.resized(toWidth: 30, height: 20))
  }
}
