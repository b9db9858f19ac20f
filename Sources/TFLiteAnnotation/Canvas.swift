import CCairo
import TFLiteImageCodecs

/// Draws boxes and labels with cairo on one part of a picture. Coordinates are those of the whole picture.
struct Canvas: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A canvas on pixels in memory, which must outlive it.
  ///
  /// - Parameters:
  ///   - pixels: `width * height` pixels of cairo's format RGB24: 0x00RRGGBB, in the machine's byte order.
  ///   - left: The column of the picture where the part begins.
  ///   - top: The row of the picture where the part begins.
  /// - Throws: ``AnnotationError/cannotDraw(reason:)``.
  init(
    pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, left: Int, top: Int
  ) throws(AnnotationError) {
    let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
    surface = cairo_image_surface_create_for_data(
      bytes, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
    context = cairo_create(surface)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(context, options)
    cairo_font_options_destroy(options)
    cairo_select_font_face(context, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    cairo_translate(context, Double(-left), Double(-top))
    try check()
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Everything that was drawn is in the pixels after this.
  ///
  /// - Throws: ``AnnotationError/cannotDraw(reason:)`` where anything failed so far.
  func finish() throws(AnnotationError) {
    cairo_surface_flush(surface)
    try check()
  }

  private func check() throws(AnnotationError) {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .cannotDraw(reason: String(cString: cairo_status_to_string(status)))
    }
  }

  func measure(_ text: String, _ fontSize: Double) -> LabelLayout.TextSize {
    cairo_set_font_size(context, fontSize)
    var ofText = cairo_text_extents_t()
    var ofFont = cairo_font_extents_t()
    cairo_text_extents(context, text, &ofText)
    cairo_font_extents(context, &ofFont)
    return LabelLayout.TextSize(advance: ofText.x_advance, ascent: ofFont.ascent, descent: ofFont.descent)
  }

  func drawBox(_ placement: LabelLayout.Placement, _ style: AnnotationStyle) {
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    boxLine(placement.box, style, widenedBy: style.rimWidth)
    setRimColor()
    cairo_fill(context)
    boxLine(placement.box, style, widenedBy: 0)
    setColor(AnnotationPalette.color(at: placement.colorIndex))
    cairo_fill(context)
  }

  /// Draws a dot with a rim, twice as wide as a box's line.
  func drawDot(_ point: Annotation.Point, colorIndex: Int, _ style: AnnotationStyle) {
    func dot(_ radius: Double) {
      cairo_new_path(context)
      cairo_arc(context, point.x, point.y, radius, 0, 2 * Double.pi)
      cairo_fill(context)
    }
    setColor(.black)
    dot(style.lineWidth + style.rimWidth)
    setColor(AnnotationPalette.color(at: colorIndex))
    dot(style.lineWidth)
  }

  /// Adds the line of a box to the path, for the fill rule "even-odd": all of the box but its inside.
  private func boxLine(_ box: Rectangle, _ style: AnnotationStyle, widenedBy margin: Double) {
    let line = style.lineWidth
    // The corners of small boxes would be nothing but round.
    let isSmall = min(box.width, box.height) < 4 * line
    let outer = box.inset(by: -margin)
    let inner = box.inset(by: line + margin)
    roundedRectangle(outer, radii: CornerRadii(all: isSmall ? 0 : line * 1.5 + margin))
    if inner.width > 0, inner.height > 0 {
      roundedRectangle(inner, radii: CornerRadii(all: isSmall ? 0 : max(line * 0.5 - margin, 0)))
    }
  }

  func drawTab(_ placement: LabelLayout.Placement, _ style: AnnotationStyle) {
    guard let tab = placement.tab else { return }
    let box = placement.box
    let color = AnnotationPalette.color(at: placement.colorIndex)
    let radii = CornerRadii(of: tab.rectangle, at: box, style)

    // Where tab and box meet they are one shape: the tab's rim leaves out the box's line and rim.
    cairo_save(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    roundedRectangle(tab.rectangle.inset(by: -2 * style.rimWidth), radii: CornerRadii(all: 0))
    boxLine(box, style, widenedBy: style.rimWidth)
    cairo_clip(context)
    roundedRectangle(tab.rectangle, radii: radii)
    setRimColor()
    cairo_set_line_width(context, 2 * style.rimWidth)
    cairo_stroke(context)
    cairo_restore(context)

    roundedRectangle(tab.rectangle, radii: radii)
    setColor(color)
    cairo_fill(context)

    setColor(AnnotationPalette.textColor(on: color))
    cairo_set_font_size(context, tab.fontSize)
    cairo_move_to(context, tab.originX, tab.originY)
    cairo_show_text(context, tab.text)
    // The text leaves a current point behind, where the next path would start.
    cairo_new_path(context)
  }

  /// Draws a line through the points that grows from a third of a box's line to its whole width.
  func drawTrail(_ trail: Trail, _ style: AnnotationStyle) {
    let points = trail.drawablePoints
    guard points.count > 1 else { return }
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    func draw(widenedBy margin: Double) {
      for (index, (from, to)) in zip(points, points.dropFirst()).enumerated() {
        let age = Double(index + 1) / Double(points.count - 1)
        cairo_set_line_width(context, style.lineWidth * (1 + 2 * age) / 3 + 2 * margin)
        cairo_move_to(context, from.x, from.y)
        cairo_line_to(context, to.x, to.y)
        cairo_stroke(context)
      }
    }
    // Where pieces of a line that one can see through meet, the rim would be darker.
    setColor(.black)
    draw(widenedBy: style.rimWidth / 2)
    setColor(AnnotationPalette.color(at: trail.colorIndex))
    draw(widenedBy: 0)
  }

  /// Adds a rectangle to the path.
  private func roundedRectangle(_ rectangle: Rectangle, radii: CornerRadii) {
    let quarter = Double.pi / 2
    func corner(_ x: Double, _ y: Double, _ radius: Double, _ turn: Double) {
      cairo_arc(context, x, y, radius, (turn - 1) * quarter, turn * quarter)
    }
    let (left, top, right, bottom) = (rectangle.left, rectangle.top, rectangle.right, rectangle.bottom)
    cairo_new_sub_path(context)
    corner(right - radii.topRight, top + radii.topRight, radii.topRight, 0)
    corner(right - radii.bottomRight, bottom - radii.bottomRight, radii.bottomRight, 1)
    corner(left + radii.bottomLeft, bottom - radii.bottomLeft, radii.bottomLeft, 2)
    corner(left + radii.topLeft, top + radii.topLeft, radii.topLeft, 3)
    cairo_close_path(context)
  }

  private func setColor(_ color: RGBColor) {
    cairo_set_source_rgb(context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  private func setRimColor() {
    cairo_set_source_rgba(context, 0, 0, 0, 0.4)
  }
}
