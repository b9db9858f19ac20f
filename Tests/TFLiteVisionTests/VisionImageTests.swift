import Foundation
import TFLiteImageCodecs
import TestModels
import Testing

@testable import TFLiteVision

@Suite struct VisionImageTests {
  /// Three columns and two rows of colors.
  private let pixels: [UInt8] = [
    255, 0, 0, 0, 255, 0, 0, 0, 255,
    10, 20, 30, 40, 50, 60, 70, 80, 90,
  ]

  private func strided(_ format: PixelFormat, gap: Int) -> [UInt8] {
    (0..<2).flatMap { y in
      (0..<3).flatMap { x -> [UInt8] in
        let pixel = Array(pixels[(y * 3 + x) * 3..<(y * 3 + x) * 3 + 3])
        return switch format {
        case .rgb: pixel
        case .rgba: pixel + [7]
        case .bgra: pixel.reversed() + [7]
        case .gray: [pixel[0]]
        }
      } + [UInt8](repeating: 99, count: gap)
    }
  }

  @Test(arguments: PixelFormat.allCases, [0, 5])
  func takesPixels(_ format: PixelFormat, gap: Int) throws {
    let bytes = strided(format, gap: gap)
    let bytesPerRow = format.bytesPerPixel * 3 + gap
    let image = try VisionImage(
      pixels: bytes.dropLast(gap), width: 3, height: 2, format: format, bytesPerRow: gap == 0 ? nil : bytesPerRow)
    let expected = format == .gray ? [0, 3, 6, 9, 12, 15].flatMap { Array(repeating: pixels[$0], count: 3) } : pixels
    #expect(try image.upright().pixels == expected)
  }

  @Test func refusesWrongSizesAndStrides() {
    func error(_ width: Int, _ height: Int, bytesPerRow: Int? = nil, count: Int = 18) -> ImageError? {
      #expect(throws: ImageError.self) {
        try VisionImage(
          pixels: [UInt8](repeating: 0, count: count), width: width, height: height, format: .rgb,
          bytesPerRow: bytesPerRow)
      }
    }
    #expect(error(0, 0) == .invalidSize(width: 0, height: 0))
    #expect(error(3, -1) == .invalidSize(width: 3, height: -1))
    #expect(error(3, 2, bytesPerRow: 8) == .rowTooShort(plane: "pixels", bytesPerRow: 8, minimum: 9))
    #expect(error(3, 2, bytesPerRow: -9) == .rowTooShort(plane: "pixels", bytesPerRow: -9, minimum: 9))
    #expect(error(3, 2, bytesPerRow: 10) == .planeTooShort(plane: "pixels", expected: 19, actual: 18))
    #expect(error(3, 2, bytesPerRow: .max) == .planeTooShort(plane: "pixels", expected: .max, actual: 18))
    #expect(error(1 << 40, 1 << 40) != nil)
  }

  @Test func takesPicturesOfUnusualSizes() throws {
    #expect(try VisionImage(pixels: [1, 2, 3] as [UInt8], width: 1, height: 1, format: .rgb).upright().width == 1)
    let line = try VisionImage(pixels: [UInt8](repeating: 9, count: 100_000), width: 100_000, height: 1, format: .gray)
    let objects = try TestDetectors.detector(.singleImage, multiple: true).results(in: line)
    for object in objects { #expect(object.frame.maxX <= 100_000 && object.frame.maxY <= 1) }
  }

  /// Primary colors by the standard's arithmetic, within rounding.
  @Test(arguments: [
    (YUVColors.video, [81, 90, 240], [255, 0, 0]), (.video, [145, 54, 34], [0, 255, 0]),
    (.video, [41, 240, 110], [0, 0, 255]), (.video, [235, 128, 128], [255, 255, 255]),
    (.video, [16, 128, 128], [0, 0, 0]),
    (.jpeg, [76, 85, 255], [255, 0, 0]), (.jpeg, [255, 128, 128], [255, 255, 255]),
    (YUVColors(matrix: .bt709), [63, 102, 240], [255, 0, 0]),
  ])
  func convertsYUV(_ colors: YUVColors, _ yuv: [UInt8], _ rgb: [UInt8]) throws {
    // 3 x 3 pixels have 2 x 2 pairs of chroma.
    let luma = [UInt8](repeating: yuv[0], count: 9)
    let (u, v) = ([UInt8](repeating: yuv[1], count: 4), [UInt8](repeating: yuv[2], count: 4))
    let (uv, vu) = ((0..<8).map { yuv[1 + $0 % 2] }, (0..<8).map { yuv[2 - $0 % 2] })
    try luma.withUnsafeBytes { luma in
      try u.withUnsafeBytes { u in
        try v.withUnsafeBytes { v in
          try uv.withUnsafeBytes { uv in
            try vu.withUnsafeBytes { vu in
              let layouts: [ChromaPlanes] = [
                .planar(u: PixelPlane(u), v: PixelPlane(v)), .uvPairs(PixelPlane(uv)), .vuPairs(PixelPlane(vu)),
              ]
              let pictures = try layouts.map {
                try VisionImage(luma: PixelPlane(luma), chroma: $0, width: 3, height: 3, colors: colors).upright()
              }
              #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])
              for (index, value) in pictures[0].pixels.enumerated() {
                #expect(abs(Int(value) - Int(rgb[index % 3])) <= 2, "\(pictures[0].pixels)")
              }
              #expect(throws: ImageError.planeTooShort(plane: "U", expected: 4, actual: 3)) {
                try VisionImage(
                  luma: PixelPlane(luma),
                  chroma: .planar(u: PixelPlane(UnsafeRawBufferPointer(rebasing: u[..<3])), v: PixelPlane(v)), width: 3,
                  height: 3)
              }
              #expect(throws: ImageError.rowTooShort(plane: "Y", bytesPerRow: 2, minimum: 3)) {
                try VisionImage(
                  luma: PixelPlane(luma, bytesPerRow: 2), chroma: .uvPairs(PixelPlane(uv)), width: 3, height: 3)
              }
            }
          }
        }
      }
    }
  }

  @Test func readsFilesAndTheirBytes() throws {
    let source = QuarteredPicture.threeObjects
    #expect(try VisionImage(data: Data(source.ppm)).upright().pixels == source.pixels)
    #expect(throws: ImageError.empty) { try VisionImage(data: Data()) }
    #expect(throws: ImageError.self) { try VisionImage(data: Data(source.ppm.dropLast())) }
    #expect { try VisionImage(contentsOfFile: "/nowhere/photo.png") } throws: {
      "\($0)".hasPrefix("/nowhere/photo.png: cannot be read")
    }
  }

  /// A rectangle of the upright picture, taken back, holds the stored pixels that it shows.
  @Test(arguments: ImageOrientation.allCases)
  func findsTheWayBackToStoredPixels(_ orientation: ImageOrientation) throws {
    var stored = try Image(width: 7, height: 5, pixels: Array(repeating: 0, count: 105))
    for place in [(5, 1), (6, 1)] {
      let start = (place.1 * 7 + place.0) * 3
      stored.pixels.replaceSubrange(start..<start + 3, with: [255, 255, 255])
    }
    let image = VisionImage(stored)
    image.orientation = orientation
    let upright = try image.upright()
    let lit = (0..<upright.width * upright.height).filter { upright.pixels[$0 * 3] == 255 }
    let (columns, rows) = (lit.map { $0 % upright.width }, lit.map { $0 / upright.width })
    let (left, top) = (try #require(columns.min()), try #require(rows.min()))
    let box = BoundingBox(
      x: Double(left), y: Double(top), width: Double(try #require(columns.max()) + 1 - left),
      height: Double(try #require(rows.max()) + 1 - top))
    #expect(try image.stored(box) == BoundingBox(x: 5, y: 1, width: 2, height: 1))
  }
}
