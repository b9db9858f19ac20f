import TFLiteImageCodecs

/// Draws boxes and labels on one part of a picture. Coordinates are those of the whole picture.
struct Canvas: ~Copyable {
  private let context: DrawingContext

  /// A canvas on pixels in memory, which must outlive it.
  ///
  /// - Parameters:
  ///   - pixels: `width * height` pixels of the form 0x00RRGGBB, in the machine's byte order.
  ///   - left: The column of the picture where the part begins.
  ///   - top: The row of the picture where the part begins.
  /// - Throws: ``AnnotationError/cannotDraw(reason:)``.
  init(
    pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, left: Int, top: Int
  ) throws(AnnotationError) {
    context = try DrawingContext(pixels: pixels, width: width, height: height)
    context.translate(-Double(left), -Double(top))
  }

  /// Everything that was drawn is in the pixels after this.
  ///
  /// - Throws: ``AnnotationError/cannotDraw(reason:)`` where anything failed so far.
  func finish() throws(AnnotationError) { try context.finish() }

  func measure(_ text: String, _ fontSize: Double) -> LabelLayout.TextSize { context.measure(text, fontSize) }

  func drawBox(_ placement: LabelLayout.Placement, _ style: AnnotationStyle) {
    addBoxLine(placement.box, style, widenedBy: style.rimWidth)
    context.setColor(.black, opacity: Self.rimOpacity)
    context.fill()
    addBoxLine(placement.box, style, widenedBy: 0)
    context.setColor(AnnotationPalette.color(at: placement.colorIndex))
    context.fill()
  }

  /// Draws a dot with a rim, twice as wide as a box's line.
  func drawDot(_ point: Annotation.Point, colorIndex: Int, _ style: AnnotationStyle) {
    context.setColor(.black)
    context.addCircle(x: point.x, y: point.y, radius: style.lineWidth + style.rimWidth)
    context.fill()
    context.setColor(AnnotationPalette.color(at: colorIndex))
    context.addCircle(x: point.x, y: point.y, radius: style.lineWidth)
    context.fill()
  }

  /// Adds the line of a box to the path: all of the box but its inside.
  private func addBoxLine(_ box: Rectangle, _ style: AnnotationStyle, widenedBy margin: Double) {
    let line = style.lineWidth
    // The corners of small boxes would be nothing but round.
    let isSmall = min(box.width, box.height) < 4 * line
    let outer = box.inset(by: -margin)
    let inner = box.inset(by: line + margin)
    context.addRectangle(outer, CornerRadii(all: isSmall ? 0 : line * 1.5 + margin))
    if inner.width > 0, inner.height > 0 {
      context.addRectangle(inner, CornerRadii(all: isSmall ? 0 : max(line * 0.5 - margin, 0)))
    }
  }

  func drawTab(_ placement: LabelLayout.Placement, _ style: AnnotationStyle) {
    guard let tab = placement.tab else { return }
    let box = placement.box
    let color = AnnotationPalette.color(at: placement.colorIndex)
    let radii = CornerRadii(of: tab.rectangle, at: box, style)

    // Where tab and box meet they are one shape: the tab's rim leaves out the box's line and rim.
    context.save()
    context.addRectangle(tab.rectangle.inset(by: -2 * style.rimWidth), CornerRadii(all: 0))
    addBoxLine(box, style, widenedBy: style.rimWidth)
    context.clip()
    context.addRectangle(tab.rectangle, radii)
    context.setColor(.black, opacity: Self.rimOpacity)
    context.stroke(width: 2 * style.rimWidth)
    context.restore()

    context.addRectangle(tab.rectangle, radii)
    context.setColor(color)
    context.fill()

    context.setColor(AnnotationPalette.textColor(on: color))
    context.draw(tab.text, tab.fontSize, x: tab.originX, y: tab.originY)
  }

  /// Draws a line through the points that grows from a third of a box's line to its whole width.
  func drawTrail(_ trail: Trail, _ style: AnnotationStyle) {
    let points = trail.drawablePoints
    guard points.count > 1 else { return }
    func draw(widenedBy margin: Double) {
      for (index, (from, to)) in zip(points, points.dropFirst()).enumerated() {
        let age = Double(index + 1) / Double(points.count - 1)
        context.addLine(from: (from.x, from.y), to: (to.x, to.y))
        context.stroke(width: style.lineWidth * (1 + 2 * age) / 3 + 2 * margin)
      }
    }
    // Where pieces of a line that one can see through meet, the rim would be darker.
    context.setColor(.black)
    draw(widenedBy: style.rimWidth / 2)
    context.setColor(AnnotationPalette.color(at: trail.colorIndex))
    draw(widenedBy: 0)
  }

  private static let rimOpacity = 0.4
}
