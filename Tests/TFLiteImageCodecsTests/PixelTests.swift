import TestRandomness
import Testing
@testable import TFLiteImageCodecs

@Suite struct OrientationTests {
  /// Where the pixel that is seen at column x and row y of a picture is stored, from the words of the EXIF standard:
  /// which side of the picture the stored row 0 and column 0 are.
  private func stored(_ orientation: ImageOrientation, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (Int, Int) {
    switch orientation {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .left: (width - 1 - y, x)
    }
  }

  @Test(arguments: ImageOrientation.allCases, [(1, 1), (1, 9), (9, 1), (5, 3), (64, 65), (130, 70)])
  func everyPixelComesFromItsPlace(_ orientation: ImageOrientation, _ size: (Int, Int)) throws {
    var generator = SeededGenerator(seed: 5)
    let (width, height) = size
    let image = try Image.random(width: width, height: height, using: &generator)
    let seen = try image.oriented(orientation)
    #expect(seen.width == (orientation.swapsWidthAndHeight ? height : width))
    #expect(seen.height == (orientation.swapsWidthAndHeight ? width : height))
    for y in 0..<seen.height {
      for x in 0..<seen.width {
        let from = stored(orientation, x, y, width, height)
        if seen.color(x: x, y: y) != image.color(x: from.0, y: from.1) {
          Issue.record("row \(y), column \(x)")
          return
        }
      }
    }
  }
}

@Suite struct GrayscaleTests {
  @Test func weightsAreThoseOfBT601() throws {
    let image = try Image(width: 5, height: 1, pixels: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0])
    #expect(try image.grayscalePixels() == [76, 150, 29, 255, 0])
  }

  @Test func grayStaysAsItIs() throws {
    let pixels = (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
    #expect(try Image(width: 256, height: 1, pixels: pixels).grayscalePixels() == Array(0...255))
  }

  @Test func valuesAreTheNearest() throws {
    var generator = SeededGenerator(seed: 6)
    let image = try Image.random(width: 100, height: 100, using: &generator)
    for (index, luma) in try image.grayscalePixels().enumerated() {
      let color = image.color(x: index % 100, y: index / 100)
      let exact = 0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue)
      #expect(abs(Double(luma) - exact) < 0.502)
    }
  }
}

@Suite struct FourChannelTests {
  /// All combinations of a color and an alpha value.
  @Test func compositionIsTheNearest() throws {
    var rgba: [UInt8] = []
    for color in UInt8(0)...255 { for alpha in UInt8(0)...255 { rgba += [color, 255, 0, alpha] } }
    let rgb = try FourChannels.composedOverWhite(rgba: rgba)
    for index in 0..<65536 {
      let (color, alpha) = (Double(index / 256), Double(index % 256))
      #expect(Double(rgb[index * 3]) == ((color * alpha + 255 * (255 - alpha)) / 255).rounded())
      #expect(rgb[index * 3 + 1] == 255)
      #expect(Int(rgb[index * 3 + 2]) == 255 - index % 256)
    }
  }
}
