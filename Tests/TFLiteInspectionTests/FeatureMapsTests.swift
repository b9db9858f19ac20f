import TFLiteImageCodecs
import Testing

@testable import TFLiteInspection

@Suite struct FeatureMapsTests {
  private func color(_ image: Image, _ x: Int, _ y: Int) -> RGBColor {
    let place = 3 * (y * image.width + x)
    return RGBColor(red: image.pixels[place], green: image.pixels[place + 1], blue: image.pixels[place + 2])
  }

  @Test func channelsStandSideBySide() throws {
    // [1, 2, 2, 2]: channel 0 counts up, channel 1 is 9 everywhere.
    let maps = try #require(FeatureMaps([0, 9, 1, 9, 2, 9, 4, 9] as [Double], shape: [1, 2, 2, 2]))
    #expect(maps.channels == 2 && maps.width == 2 && maps.height == 2 && maps.columns == 2 && maps.reduction == 1)
    #expect(maps.ranges == [0...4, 9...9])
    let layer = try maps.picture(.viridis) { _ in 0...9 }
    #expect(layer.width == 4 && layer.height == 2)
    #expect(color(layer, 0, 0) == ColorMap.viridis.table[0])
    #expect(color(layer, 1, 1) == ColorMap.viridis.table[Int(4.0 / 9 * 255)])
    #expect(color(layer, 2, 0) == ColorMap.viridis.table[255])
    let each = try maps.picture(.viridis) { maps.ranges[$0] }
    #expect(color(each, 1, 1) == ColorMap.viridis.table[255])
    // A channel of one value has the first color.
    #expect(color(each, 2, 0) == ColorMap.viridis.table[0])
  }

  @Test func largeMapsAreMeans() throws {
    let values = (0..<192 * 192).map { Double($0 % 2) }
    let maps = try #require(FeatureMaps(values + values, shape: [2, 192, 192, 1]))
    #expect(maps.reduction == 2 && maps.width == 96 && maps.channels == 2)
    let picture = try maps.picture(.viridis) { _ in 0...1 }
    #expect(color(picture, 50, 50) == ColorMap.viridis.table[127])
    // Ranges are those of the elements, not of the means.
    #expect(maps.ranges == [0...1, 0...1])
  }

  @Test(arguments: [
    ([5], 5, 1), ([130], 64, 3), ([1, 10], 10, 1), ([1, 1, 1, 7], 7, 1), ([1, 3, 4], 4, 3), ([1, 9, 4], 9, 4),
    ([], 1, 1), ([2, 1, 1, 3], 3, 2),
  ])
  func otherShapes(shape: [Int], width: Int, height: Int) throws {
    let count = shape.reduce(1, *)
    let maps = try #require(FeatureMaps((0..<count).map { Double($0) }, shape: shape))
    #expect(maps.channels == 1 && maps.width == width && maps.height == height)
    #expect(maps.ranges == [0...Double(count - 1)])
    _ = try maps.picture(.viridis) { maps.ranges[$0] }
  }

  @Test func longListsLieOnTheirSide() throws {
    // Rows 0 1, 2 3, 4 5.
    let maps = try #require(FeatureMaps([0, 1, 2, 3, 4, 5] as [Double], shape: [3, 2]))
    let picture = try maps.picture(.viridis) { _ in 0...5 }
    #expect(color(picture, 1, 0) == ColorMap.viridis.table[102])
    #expect(color(picture, 0, 1) == ColorMap.viridis.table[51])
  }

  @Test func whatIsNoNumber() throws {
    let maps = try #require(FeatureMaps([.nan, .infinity, -.infinity, 1] as [Double], shape: [1, 2, 2, 1]))
    #expect(maps.ranges == [1...1])
    let picture = try maps.picture(.viridis) { _ in 0...2 }
    #expect(color(picture, 0, 0) == RGBColor(red: 255, green: 0, blue: 255))
    #expect(color(picture, 1, 0) == ColorMap.viridis.table[255])
    #expect(color(picture, 0, 1) == ColorMap.viridis.table[0])
    #expect(FeatureMaps([] as [Double], shape: [0]) == nil)
    #expect(FeatureMaps([.nan] as [Double], shape: [1])?.ranges == [nil])
  }

  /// The extent of a range of numbers may be larger than any number.
  @Test func theGreatestNumbers() throws {
    let maps = try #require(FeatureMaps([-1.7e308, 1.7e308, 0, .infinity] as [Double], shape: [1, 2, 2, 1]))
    #expect(maps.ranges == [-1.7e308...1.7e308])
    let picture = try maps.picture(.viridis) { maps.ranges[$0] }
    #expect(color(picture, 0, 0) == ColorMap.viridis.table[0])
    #expect(color(picture, 1, 0) == ColorMap.viridis.table[255])
    #expect(color(picture, 0, 1) == ColorMap.viridis.table[127])
    #expect(color(picture, 1, 1) == ColorMap.viridis.table[255])
  }

  /// Nothing is left of the picture of a channel that has less than a pixel.
  @Test func moreChannelsThanPixels() {
    let values = Array(repeating: 0.0, count: 2 * 4_000_001)
    #expect(FeatureMaps(values, shape: [1, 2, 1, 4_000_001]) == nil)
  }

  @Test func colorsGrowLighter() {
    func lightness(_ color: RGBColor) -> Double {
      0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
    }
    let table = ColorMap.viridis.table.map(lightness)
    #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 + 0.75 })
    #expect(ColorMap.difference.table[127].red > 240 && ColorMap.difference.table[128].blue > 240)
    #expect(ColorMap.viridis.color(at: -1) == ColorMap.viridis.table[0])
    #expect(ColorMap.viridis.color(at: 7).hexadecimal == "#fde725")
  }
}
