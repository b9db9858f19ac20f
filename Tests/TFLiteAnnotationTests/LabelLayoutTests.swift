import TestRandomness
import Testing

@testable import TFLiteAnnotation

@Suite struct LabelLayoutTests {
  /// A font whose letters are all 0.6 times as wide as the font size.
  private func layout(_ width: Int, _ height: Int) -> LabelLayout {
    LabelLayout(
      width: Double(width), height: Double(height), style: AnnotationStyle(pictureWidth: width, pictureHeight: height),
      measure: { text, size in
        LabelLayout.TextSize(advance: Double(text.count) * size * 0.6, ascent: size * 0.9, descent: size * 0.25)
      })
  }

  @Test(arguments: UInt64(0)..<200)
  func everythingLiesInThePicture(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...1500, using: &generator)
    let height = Int.random(in: 1...1500, using: &generator)
    let annotations = (0..<Int.random(in: 1...30, using: &generator)).map { index in
      Annotation(
        x: .random(in: -200...1500, using: &generator), y: .random(in: -200...1500, using: &generator),
        width: .random(in: 0...700, using: &generator), height: .random(in: 0...700, using: &generator),
        label: String(repeating: "x", count: .random(in: 0...40, using: &generator)), colorIndex: index)
    }
    let picture = Rectangle(left: 0, top: 0, right: Double(width), bottom: Double(height))
    for placement in layout(width, height).placements(of: annotations) {
      #expect(picture.encloses(placement.box), "seed \(seed): \(placement.box)")
      #expect(placement.box.width > 0 && placement.box.height > 0, "seed \(seed): \(placement.box)")
      guard let tab = placement.tab else { continue }
      #expect(picture.encloses(tab.rectangle), "seed \(seed): \(tab)")
      #expect(tab.rectangle.left == tab.rectangle.left.rounded(), "seed \(seed): \(tab)")
      #expect(
        tab.originX > tab.rectangle.left
          && tab.originX + Double(tab.text.count) * tab.fontSize * 0.6 < tab.rectangle.right)
      #expect(tab.originY > tab.rectangle.top && tab.originY < tab.rectangle.bottom)
    }
  }

  @Test func aLabelStandsOnItsBox() throws {
    let placement = try #require(layout(1000, 800).placements(of: [annotation(100, 200, 300, 400)]).first)
    let tab = try #require(placement.tab)
    #expect(tab.rectangle.left == placement.box.left)
    #expect(
      tab.rectangle.bottom == placement.box.top + AnnotationStyle(pictureWidth: 1000, pictureHeight: 800).lineWidth)
  }

  @Test func atTheUpperEdgeALabelStandsInItsBox() throws {
    let placement = try #require(layout(1000, 800).placements(of: [annotation(100, 5, 300, 400)]).first)
    let tab = try #require(placement.tab)
    #expect(tab.rectangle.top == placement.box.top)
    #expect(tab.rectangle.left == placement.box.left)
  }

  @Test func atTheRightEdgeALabelMovesToTheLeft() throws {
    let placement = try #require(layout(1000, 800).placements(of: [annotation(990, 300, 300, 400)]).first)
    let tab = try #require(placement.tab)
    #expect(tab.rectangle.right == 1000)
    #expect(placement.box.right == 1000)
  }

  @Test func equalBoxesGetLabelsThatDoNotOverlap() {
    let annotations = (0..<8).map { _ in annotation(300, 300, 250, 350) }
    let tabs = layout(1000, 800).placements(of: annotations).compactMap(\.tab?.rectangle)
    #expect(tabs.count == 8)
    for (index, tab) in tabs.enumerated() {
      for other in tabs[..<index] { #expect(tab.overlap(with: other) == 0) }
    }
  }

  @Test func theFirstAnnotationHasTheBestPlace() throws {
    let alone = layout(1000, 800).placements(of: [annotation(300, 300, 250, 350)])
    let crowd = layout(1000, 800).placements(of: (0..<50).map { _ in annotation(300, 300, 250, 350) })
    #expect(crowd.first == alone.first)
    #expect(crowd.count == 50)
    #expect(crowd.allSatisfy { $0.tab != nil })
  }

  @Test func longLabelsAreSetSmallerAndThenShortened() throws {
    let layout = layout(300, 200)
    func tab(_ label: String) throws -> LabelLayout.Tab {
      var annotation = annotation(10, 100, 50, 50)
      annotation.label = label
      return try #require(layout.placements(of: [annotation]).first?.tab)
    }
    let short = try tab("cat")
    let long = try tab(String(repeating: "y", count: 50))
    let tooLong = try tab(String(repeating: "z", count: 500))
    #expect(short.fontSize == layout.style.fontSize && short.text == "cat")
    #expect(long.fontSize < short.fontSize && long.text.count == 50)
    #expect(tooLong.fontSize == layout.style.smallestFontSize && tooLong.text.hasSuffix("z…"))
    // Not shorter than need be.
    let letter = layout.style.smallestFontSize * 0.6
    #expect(tooLong.rectangle.width + letter > 300)
  }

  @Test(
    arguments: [
      ("cat\n0.5", "cat 0.5"), ("a\tb", "a b"), ("a\0b\u{7}", "ab"), ("  x  y ", "x y"), ("", nil), (" \n", nil),
      ("\0", nil),
      ("日本語 🐈", "日本語 🐈"),
    ] as [(String, String?)])
  func labelsHaveOneLineOfVisibleLetters(_ label: String, _ text: String?) throws {
    var annotation = annotation(300, 300, 250, 350)
    annotation.label = label
    let placement = try #require(layout(1000, 800).placements(of: [annotation]).first)
    #expect(placement.tab?.text == text)
  }

  @Test func whereNoLetterFitsThereIsNoTab() throws {
    let placement = try #require(layout(5, 5).placements(of: [annotation(1, 1, 3, 3)]).first)
    #expect(placement.tab == nil)
  }

  @Test func measuresGrowWithThePicture() {
    let sizes = [(40, 30), (160, 120), (640, 480), (1200, 600), (4000, 3000), (12000, 9000)]
    let styles = sizes.map { AnnotationStyle(pictureWidth: $0.0, pictureHeight: $0.1) }
    for (smaller, larger) in zip(styles, styles.dropFirst()) {
      #expect(smaller.lineWidth <= larger.lineWidth && smaller.fontSize <= larger.fontSize)
    }
    #expect(styles.allSatisfy { $0.lineWidth >= 1 && $0.rimWidth >= 1 && $0.smallestFontSize >= 7 })
    #expect(abs(styles[5].fontSize / styles[4].fontSize - 3) < 1e-9)
    // A strip is not covered by lines that are meant for its length.
    #expect(AnnotationStyle(pictureWidth: 100_000, pictureHeight: 10).lineWidth <= 2)
  }

  @Test func measuresAreSmallerWhereBoxesAre() {
    func fontSize(_ sides: Double...) -> Double {
      let boxes = sides.map { annotation(9, 9, 2 * $0, $0) }
      return AnnotationStyle(pictureWidth: 4000, pictureHeight: 3000, boxes: boxes).fontSize
    }
    let usual = AnnotationStyle(pictureWidth: 4000, pictureHeight: 3000).fontSize
    #expect(fontSize(900) == usual && fontSize(20, 900, 900) == usual && fontSize(0, .nan, .infinity) == usual)
    #expect(fontSize(200) < usual && fontSize(100) < fontSize(200) && fontSize(1) == fontSize(100))
    #expect(fontSize(200) == fontSize(205))
  }

  private func annotation(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Annotation {
    Annotation(x: x, y: y, width: width, height: height, label: "cat 0.64", colorIndex: 0)
  }
}

extension Rectangle {
  fileprivate func encloses(_ other: Rectangle) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }
}
