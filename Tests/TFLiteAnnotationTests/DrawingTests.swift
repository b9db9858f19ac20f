import TFLiteAnnotation
import TFLiteImageCodecs
import TestRandomness
import Testing

@Suite struct DrawingTests {
  @Test func edgesHaveTheColorAndTheRestIsUntouched() throws {
    var generator = SeededGenerator(seed: 1)
    let picture = try Image.random(width: 400, height: 300, using: &generator)
    let annotated = try picture.annotated(with: [
      Annotation(x: 100, y: 80, width: 200, height: 120, label: "", colorIndex: 1)
    ])
    let color = AnnotationPalette.color(at: 1)
    for x in 110..<290 {
      #expect(annotated.color(x: x, y: 80) == color)
      #expect(annotated.color(x: x, y: 199) == color)
    }
    for y in 90..<190 {
      #expect(annotated.color(x: 100, y: y) == color)
      #expect(annotated.color(x: 299, y: y) == color)
    }
    // The line is 2 wide, and its rim 1.
    for y in 0..<300 {
      for x in 0..<400 {
        let isOutside = x < 98 || x >= 302 || y < 78 || y >= 202
        let isInside = x >= 102 && x < 298 && y >= 82 && y < 198
        if isOutside || isInside, annotated.color(x: x, y: y) != picture.color(x: x, y: y) {
          Issue.record("column \(x), row \(y) changed")
          return
        }
      }
    }
  }

  @Test func anEarlierBoxLiesAboveALaterOne() throws {
    let boxes = (0..<3).map { Annotation(x: 50, y: 50, width: 80, height: 80, label: "", colorIndex: $0) }
    let annotated = try gray(200, 200).annotated(with: boxes)
    #expect(annotated.color(x: 90, y: 50) == AnnotationPalette.color(at: 0))
  }

  /// How many pixels are darker than a rim on white: the letters of a label, whatever the font.
  private func letters(_ image: Image) -> Int {
    (0..<image.width * image.height).count { index in
      image.color(x: index % image.width, y: index / image.width).red < 140
    }
  }

  /// Wherever the box lies, all of its label is to be seen.
  @Test(arguments: [
    (0.0, 0.0), (560, 0), (0, 380), (560, 380), (300, 0), (300, 380), (0, 200), (560, 200), (-60, -60), (620, 460),
    (300, -75), (300, 478),
  ])
  func theWholeLabelIsInThePicture(_ x: Double, _ y: Double) throws {
    let picture = try Image(width: 640, height: 480, pixels: [UInt8](repeating: 255, count: 640 * 480 * 3))
    func annotated(_ x: Double, _ y: Double) throws -> Image {
      try picture.annotated(with: [Annotation(x: x, y: y, width: 80, height: 80, label: "Hg 64%", colorIndex: 3)])
    }
    let expected = letters(try annotated(250, 250))
    #expect(expected > 50)
    #expect(letters(try annotated(x, y)) == expected)
  }

  @Test(arguments: [
    (Double.nan, 0.0, 10.0, 10.0), (0, 0, .nan, 10), (.infinity, 0, 10, 10), (-.infinity, 0, .infinity, 10),
    (0, 0, .infinity, 10), (10, 10, -5, 5), (10, 10, 5, -5), (10, 10, 0, 5), (10, 10, 5, 0), (200, 0, 10, 10),
    (0, 100, 10, 10), (-10, 0, 10, 10), (0, -20, 10, 20), (1e300, 0, 1, 1), (-1e300, 0, 1, 1),
    (.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude, 1),
  ])
  func boxesOfWhichNothingShowsAreLeftOut(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws {
    let picture = gray(200, 100)
    let annotation = Annotation(x: x, y: y, width: width, height: height, label: "label", colorIndex: 0)
    #expect(try picture.annotated(with: [annotation]) == picture)
  }

  @Test(arguments: [
    (-1e300, -1e300, 2e300, 2e300), (0, 0, 200, 100), (-5, -5, 1e9, 1e9), (0, 0, 1e-300, 1e-300),
    (199.9, 99.9, 1, 1), (50, 50, .leastNonzeroMagnitude, 1000),
  ])
  func boxesThatReachBeyondThePictureAreDrawnAtItsEdge(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) throws {
    let picture = gray(200, 100)
    let annotation = Annotation(x: x, y: y, width: width, height: height, label: "", colorIndex: 0)
    let annotated = try picture.annotated(with: [annotation])
    #expect(annotated != picture)
    if width >= 200 {
      #expect(annotated.color(x: 0, y: 50) == AnnotationPalette.color(at: 0))
      #expect(annotated.color(x: 199, y: 50) == AnnotationPalette.color(at: 0))
      #expect(annotated.color(x: 100, y: 0) == AnnotationPalette.color(at: 0))
      #expect(annotated.color(x: 100, y: 99) == AnnotationPalette.color(at: 0))
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (7, 7), (20, 15), (100_000, 1), (1, 100_000), (40_000, 20)])
  func everyPictureCanBeAnnotated(_ width: Int, _ height: Int) throws {
    let annotated = try gray(width, height).annotated(with: [
      Annotation(x: 0, y: 0, width: Double(width), height: Double(height), label: "label 50%", colorIndex: 2)
    ])
    #expect(annotated.width == width && annotated.height == height)
    #expect(annotated.color(x: width / 2, y: 0) == AnnotationPalette.color(at: 2))
    #expect(annotated.color(x: width / 2, y: height - 1) == AnnotationPalette.color(at: 2))
  }

  /// Large pictures are drawn in parts of 4096 columns: a label across the seam is as elsewhere.
  @Test func partsLeaveNoSeam() throws {
    let picture = gray(8300, 200)
    func annotated(_ x: Double) throws -> Image {
      try picture.annotated(with: [Annotation(x: x, y: 60, width: 300, height: 100, label: "Hg 64%", colorIndex: 3)])
    }
    let first = try annotated(100)
    let across = try annotated(4080)
    for y in 0..<200 {
      for x in 0..<450 where first.color(x: 50 + x, y: y) != across.color(x: 4030 + x, y: y) {
        Issue.record("column \(4030 + x), row \(y)")
        return
      }
    }
  }

  @Test(arguments: ["", "日本語", "🐈‍⬛ cat", "مرحبا", "a\u{0301}\u{0302}", "\0", "\u{FFFD}", "\n\r\t", "%s%n"])
  func everyTextCanBeDrawn(_ label: String) throws {
    let picture = gray(300, 200)
    let annotation = Annotation(x: 50, y: 50, width: 80, height: 80, label: label, colorIndex: 0)
    #expect(try picture.annotated(with: [annotation]) != picture)
  }

  @Test func aVeryLongTextCanBeDrawn() throws {
    let picture = gray(300, 200)
    let annotation = Annotation(
      x: 50, y: 50, width: 80, height: 80, label: String(repeating: "long ", count: 200_000), colorIndex: 0)
    #expect(try picture.annotated(with: [annotation]) != picture)
  }

  @Test func manyAnnotationsCanBeDrawn() throws {
    var generator = SeededGenerator(seed: 2)
    let annotations = (0..<500).map { index in
      Annotation(
        x: .random(in: 0...600, using: &generator), y: .random(in: 0...400, using: &generator), width: 40, height: 50,
        label: "object \(index)", colorIndex: index)
    }
    #expect(try gray(640, 480).annotated(with: annotations) != gray(640, 480))
  }

  @Test func aTrailHasItsColorAndGrows() throws {
    let picture = gray(1200, 900)
    let trail = Trail(points: [10, 60, 110, 190].map { Trail.Point(x: $0, y: 450.5) }, colorIndex: 1)
    let annotated = try picture.annotated(with: [], trails: [trail])
    for x in 12...188 { #expect(annotated.color(x: x, y: 450) == AnnotationPalette.color(at: 1)) }
    #expect(annotated.color(x: 200, y: 450) == picture.color(x: 0, y: 0))
    func width(_ x: Int) -> Int { (0..<900).count { annotated.color(x: x, y: $0) == AnnotationPalette.color(at: 1) } }
    #expect(width(30) < width(150))
  }

  @Test(arguments: [
    [], [(1.0, 1.0)], [(.nan, 1), (1, .infinity)], [(1e300, 0), (-1e300, 0)], [(-1e9, 5), (1e9, 5)],
    [(.nan, 0), (5, 5), (0, -.infinity)],
  ])
  func trailsOfWhichNothingShowsAreLeftOut(_ points: [(Double, Double)]) throws {
    let trail = Trail(points: points.map { Trail.Point(x: $0.0, y: $0.1) }, colorIndex: 0)
    #expect(try gray(50, 50).annotated(with: [], trails: [trail]) == gray(50, 50))
  }

  @Test func boxesLieAboveTrails() throws {
    let trail = Trail(points: [Trail.Point(x: 0, y: 50), Trail.Point(x: 200, y: 50)], colorIndex: 2)
    let box = Annotation(x: 50, y: 20, width: 80, height: 60, label: "", colorIndex: 1)
    let annotated = try gray(200, 100).annotated(with: [box], trails: [trail])
    #expect(annotated.color(x: 50, y: 50) == AnnotationPalette.color(at: 1))
    #expect(annotated.color(x: 90, y: 50) == AnnotationPalette.color(at: 2))
  }

  @Test func withoutAnnotationsThePictureIsTheSame() throws {
    var generator = SeededGenerator(seed: 3)
    let picture = try Image.random(width: 5000, height: 3, using: &generator)
    #expect(try picture.annotated(with: []) == picture)
  }

  private func gray(_ width: Int, _ height: Int) -> Image {
    guard
      let image = try? Image(width: width, height: height, pixels: [UInt8](repeating: 128, count: width * height * 3))
    else { fatalError("\(width) x \(height)") }
    return image
  }
}

extension Image {
  /// A picture without any regularity.
  fileprivate static func random(width: Int, height: Int, using generator: inout SeededGenerator) throws -> Image {
    let pixels = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try Image(width: width, height: height, pixels: pixels)
  }

  /// The three channels at a place.
  fileprivate func color(x: Int, y: Int) -> RGBColor {
    let start = (y * width + x) * 3
    return RGBColor(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
  }
}
