import Foundation
import TFLiteImageCodecs
import TFLiteSchema
import Testing

@testable import TFLiteVision

@Suite struct PictureInputTests {
  private func input(
    _ shape: [Int32], _ type: TensorType, normalization: PixelNormalization? = nil
  ) throws -> PictureInput {
    try PictureInput(
      TensorInfo {
        $0.name = "picture"
        $0.shape = shape
        $0.type = type
      }, normalization: normalization)
  }

  /// Two rows of three pixels.
  private let picture: [UInt8] = [0, 1, 2, 64, 127, 128, 129, 200, 255, 9, 8, 7, 30, 20, 10, 255, 0, 255]

  private func encode(_ input: PictureInput) throws -> [UInt8] {
    try input.encode(Image(width: 3, height: 2, pixels: picture), fitting: .stretch).bytes
  }

  @Test func storesBytesAsTheyAre() throws {
    #expect(try encode(input([1, 2, 3, 3], .uint8)) == picture)
  }

  @Test func storesSignedBytes128Lower() throws {
    let stored = try encode(input([1, 2, 3, 3], .int8)).map { Int(Int8(bitPattern: $0)) }
    #expect(stored == picture.map { Int($0) - 128 })
  }

  @Test func storesFloatsNormalized() throws {
    func floats(_ normalization: PixelNormalization?) throws -> [Float] {
      let bytes = try encode(input([1, 2, 3, 3], .float32, normalization: normalization))
      return bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
      }
    }
    #expect(try floats(nil) == picture.map { (Float($0) - 127.5) / 127.5 })
    #expect(
      try floats(PixelNormalization(mean: 10, standardDeviation: 4)) == picture.map { (Float($0) - 10) / 4 })
  }

  @Test func storesOneChannelAsGray() throws {
    let gray = try encode(input([1, 2, 3, 1], .uint8))
    #expect(gray == (try Image(width: 3, height: 2, pixels: picture).grayscalePixels()))
    #expect(gray.count == 6)
  }

  @Test func storesColorsInTheOrderAskedFor() throws {
    func encode(_ shape: [Int32], width: Int = 3) throws -> [UInt8] {
      let image = try Image(width: width, height: 6 / width, pixels: picture)
      return try input(shape, .uint8).encode(image, fitting: .stretch, order: .bgr).bytes
    }
    #expect(try encode([1, 2, 3, 3]) == [2, 1, 0, 128, 127, 64, 255, 200, 129, 7, 8, 9, 10, 20, 30, 255, 0, 255])
    #expect(
      try encode([1, 3, 3, 2], width: 2) == [2, 128, 255, 7, 10, 255, 1, 127, 200, 8, 20, 0, 0, 64, 129, 9, 30, 255])
    #expect(try encode([1, 2, 3, 1]) == (try Image(width: 3, height: 2, pixels: picture).grayscalePixels()))
  }

  @Test func storesPlanesOneAfterTheOther() throws {
    func encode(_ shape: [Int32]) throws -> [UInt8] {
      let image = try Image(width: 2, height: 3, pixels: picture)
      return try input(shape, .uint8).encode(image, fitting: .stretch).bytes
    }
    let planes: [UInt8] = [0, 64, 129, 9, 30, 255, 1, 127, 200, 8, 20, 0, 2, 128, 255, 7, 10, 255]
    #expect(try encode([1, 3, 3, 2]) == planes)
    #expect(try encode([1, 1, 3, 2]) == encode([1, 3, 2, 1]))
    // Three columns of a picture could be three channels, too: pixels stay together.
    #expect(try encode([1, 3, 2, 3]) == picture)
  }

  @Test(
    arguments: [
      [1, 2], [2, 2, 3, 3], [1, 2, 3, 4], [1, 0, 3, 3], [1, 2, 0, 3], [2, 3, 8, 8], [1, 3, 0, 8], [],
    ] as [[Int32]])
  func refusesOtherShapes(_ shape: [Int32]) {
    #expect { _ = try input(shape, .uint8) } throws: { error in
      "\(error)".contains("\"picture\"") && "\(error)".contains("\(shape)")
    }
  }

  @Test func refusesOtherTypes() {
    #expect { _ = try input([1, 2, 3, 3], .int32) } throws: { "\($0)".contains("expected UINT8, INT8 or FLOAT32") }
  }

  @Test func stretchedPixelsComeFromTheWholePicture() throws {
    let image = try Image(width: 40, height: 30, pixels: Array(repeating: 7, count: 3600))
    let encoded = try input([1, 2, 5, 3], .uint8).encode(image, fitting: .stretch).transform
    #expect(encoded.toOriginal(0, 0) == (0, 0))
    #expect(encoded.toOriginal(5, 2) == (40, 30))
    #expect(encoded.toOriginal(1, 1) == (8, 15))
  }

  @Test(arguments: [(640, 480), (480, 640), (300, 300), (1000, 7), (3, 900)])
  func letterboxedPixelsFindTheirWayBack(_ width: Int, _ height: Int) throws {
    let image = try Image(width: width, height: height, pixels: Array(repeating: 200, count: 3 * width * height))
    let encoded = try input([1, 300, 300, 3], .uint8).encode(image, fitting: .letterbox).transform
    let scale = Double(max(width, height)) / 300
    let middle = encoded.toOriginal(150, 150)
    #expect(abs(middle.x - Double(width) / 2) <= scale && abs(middle.y - Double(height) / 2) <= scale)
    // The same number of pixels for a step in either direction: nothing is distorted.
    let (start, right, down) = (encoded.toOriginal(10, 10), encoded.toOriginal(20, 10), encoded.toOriginal(10, 20))
    #expect(abs((right.x - start.x) - 10 * scale) < 0.02 * 10 * scale + 0.1 * scale)
    #expect(abs((down.y - start.y) - (right.x - start.x)) < 0.4 * 10 * scale)
    #expect(right.y == start.y && down.x == start.x)
  }
}

extension PictureInput {
  /// The bytes of the input that shows a picture, and the way back to the picture.
  fileprivate func encode(
    _ image: Image, fitting: PictureFitting, order: ChannelOrder = .rgb
  ) throws -> (bytes: [UInt8], transform: PictureTransform) {
    let look = PictureLook(fitting: fitting, order: order)
    let (data, transform) = try PictureEncoder(self).data(image, PixelRectangle(of: image), look)
    return ([UInt8](data), transform)
  }
}
