/// Where boxes and labels go. Nothing is drawn here, so that it can be tested without looking.
struct LabelLayout {
  /// The extent of a text that is set on one line.
  struct TextSize: Equatable {
    /// From the start of the text to where the next one would start.
    var advance: Double
    /// Of the font, above the base line.
    var ascent: Double
    /// Of the font, below the base line.
    var descent: Double
  }

  /// A box and its tab, ready to be drawn.
  struct Placement: Equatable {
    /// The outer edges of the line, on whole pixels.
    var box: Rectangle
    var tab: Tab?
    var colorIndex: Int
  }

  struct Tab: Equatable {
    var rectangle: Rectangle
    var text: String
    var fontSize: Double
    /// Where the text starts.
    var originX: Double
    /// The base line of the text.
    var originY: Double
  }

  let width: Double
  let height: Double
  let style: AnnotationStyle
  /// The size of a text that is set at a font size.
  let measure: (String, Double) -> TextSize

  /// Places all annotations that show inside the picture. Where labels compete for a place, the earlier annotation wins.
  func placements(of annotations: [Annotation]) -> [Placement] {
    var placements: [Placement] = []
    var taken: [Rectangle] = []
    for annotation in annotations {
      guard let box = outerBox(of: annotation) else { continue }
      var placement = Placement(box: box, tab: nil, colorIndex: annotation.colorIndex)
      if let tab = tab(for: annotation.label, at: box, avoiding: taken) {
        placement.tab = tab
        taken.append(tab.rectangle)
      }
      placements.append(placement)
    }
    return placements
  }

  /// The box within the picture, with its line, on whole pixels; nil where there is nothing of it to see.
  private func outerBox(of annotation: Annotation) -> Rectangle? {
    let sides = [annotation.x, annotation.y, annotation.x + annotation.width, annotation.y + annotation.height]
    guard annotation.width > 0, annotation.height > 0, sides.allSatisfy(\.isFinite),
      sides[0] < width, sides[1] < height, sides[2] > 0, sides[3] > 0
    else { return nil }
    let (left, right) = span(sides[0], sides[2], within: width)
    let (top, bottom) = span(sides[1], sides[3], within: height)
    return Rectangle(left: left, top: top, right: right, bottom: bottom)
  }

  /// One dimension of a box: the middle of the line lies on the edge, as far as the picture goes; a box that is too
  /// small for its line gets as much as that needs.
  private func span(_ start: Double, _ end: Double, within limit: Double) -> (Double, Double) {
    let half = style.lineWidth / 2
    let first = min(max((start - half).rounded(), 0), limit)
    let last = min(max((end + half).rounded(), 0), limit)
    let missing = min(2 * style.lineWidth, limit) - (last - first)
    guard missing > 0 else { return (first, last) }
    let moved = min(max((first - missing / 2).rounded(), 0), limit - (last - first) - missing)
    return (moved, moved + (last - first) + missing)
  }

  // MARK: Labels

  private func tab(for label: String, at box: Rectangle, avoiding taken: [Rectangle]) -> Tab? {
    guard let (text, fontSize, size) = fitted(label) else { return nil }
    let (paddingX, paddingY) = padding(fontSize)
    let tabWidth = (size.advance + 2 * paddingX).rounded(.up)
    let tabHeight = (size.ascent + size.descent + 2 * paddingY).rounded(.up)
    let line = style.lineWidth

    // The best places first: on the upper edge, under it, under the lower edge, above it; at the left, at the right;
    // then further and further down.
    let lefts = [box.left, box.right - tabWidth]
    let tops = [box.top + line - tabHeight, box.top, box.bottom - line, box.bottom - tabHeight]
    var candidates: [(left: Double, top: Double)] = []
    for left in lefts { candidates += tops.map { (left, $0) } }
    candidates += stride(from: box.top + tabHeight, to: max(box.bottom, box.top + 12 * tabHeight), by: tabHeight)
      .prefix(60).map { (box.left, $0) }

    var best: (rectangle: Rectangle, overlap: Double)?
    for candidate in candidates {
      guard candidate.top >= 0, candidate.top + tabHeight <= height else { continue }
      let left = min(max(candidate.left, 0), width - tabWidth).rounded()
      let top = candidate.top.rounded()
      let rectangle = Rectangle(left: left, top: top, right: left + tabWidth, bottom: top + tabHeight)
      let overlap = taken.reduce(0) { $0 + $1.overlap(with: rectangle) }
      if overlap < best?.overlap ?? .infinity { best = (rectangle, overlap) }
      if overlap == 0 { break }
    }
    // A box can be too low for a tab inside it, and the picture too low for one outside.
    let top = min(max(box.top, 0), height - tabHeight).rounded(.down)
    let left = min(max(box.left, 0), width - tabWidth).rounded(.down)
    let rectangle =
      best?.rectangle ?? Rectangle(left: left, top: top, right: left + tabWidth, bottom: top + tabHeight)
    return Tab(
      rectangle: rectangle, text: text, fontSize: fontSize, originX: rectangle.left + paddingX,
      originY: rectangle.top + paddingY + size.ascent)
  }

  private func padding(_ fontSize: Double) -> (x: Double, y: Double) {
    ((fontSize * 0.35).rounded(), (fontSize * 0.1).rounded())
  }

  /// The label, the font size and the extent at which it fits into the picture; nil where even one letter does not.
  private func fitted(_ label: String) -> (text: String, fontSize: Double, size: TextSize)? {
    // The label has one line, of no more letters than any picture shows; the drawing library ends a text at a zero.
    let line = label.prefix(1000).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let text = String(line.filter { !Self.isControl($0) }).split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { return nil }

    func fits(_ size: TextSize, _ fontSize: Double) -> Bool {
      let (paddingX, paddingY) = padding(fontSize)
      return (size.advance + 2 * paddingX).rounded(.up) <= width
        && (size.ascent + size.descent + 2 * paddingY).rounded(.up) <= height
    }
    var fontSize = style.fontSize
    while fontSize > style.smallestFontSize {
      let size = measure(text, fontSize)
      if fits(size, fontSize) { return (text, fontSize, size) }
      fontSize *= 0.9
    }
    fontSize = style.smallestFontSize
    if case let size = measure(text, fontSize), fits(size, fontSize) { return (text, fontSize, size) }

    // The longest beginning that fits.
    let characters = Array(text)
    var shortest = 0
    var tooLong = characters.count
    while tooLong - shortest > 1 {
      let middle = (shortest + tooLong) / 2
      let size = measure(Self.shortened(characters, to: middle), fontSize)
      if fits(size, fontSize) { shortest = middle } else { tooLong = middle }
    }
    guard shortest > 0 else { return nil }
    let shortened = Self.shortened(characters, to: shortest)
    return (shortened, fontSize, measure(shortened, fontSize))
  }

  private static func shortened(_ characters: [Character], to count: Int) -> String {
    String(characters.prefix(count)) + "…"
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
