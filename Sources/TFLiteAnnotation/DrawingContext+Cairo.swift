#if !canImport(CoreGraphics)
import CCairo
import TFLiteImageCodecs

/// Paths, colors and text on pixels in memory, drawn by cairo. A path is filled or cut out where it encloses a point an odd
/// number of times, and ends when it was drawn; lines have round ends where they have any.
struct DrawingContext: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// - Parameter pixels: `width * height` pixels of cairo's format RGB24: 0x00RRGGBB, in the machine's byte order.
  init(pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) throws(AnnotationError) {
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
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
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
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS {
      throw .cannotDraw(reason: String(cString: cairo_status_to_string(status)))
    }
  }

  func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }

  func save() { cairo_save(context) }

  func restore() { cairo_restore(context) }

  func setColor(_ color: RGBColor, opacity: Double = 1) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, opacity)
  }

  func addRectangle(_ rectangle: Rectangle, _ radii: CornerRadii) {
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

  func addCircle(x: Double, y: Double, radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
  }

  func addLine(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
  }

  func fill() { cairo_fill(context) }

  func clip() { cairo_clip(context) }

  func stroke(width: Double) {
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  func measure(_ text: String, _ fontSize: Double) -> LabelLayout.TextSize {
    cairo_set_font_size(context, fontSize)
    var ofText = cairo_text_extents_t()
    var ofFont = cairo_font_extents_t()
    cairo_text_extents(context, text, &ofText)
    cairo_font_extents(context, &ofFont)
    return LabelLayout.TextSize(advance: ofText.x_advance, ascent: ofFont.ascent, descent: ofFont.descent)
  }

  /// Draws text whose base line begins at a point.
  func draw(_ text: String, _ fontSize: Double, x: Double, y: Double) {
    cairo_set_font_size(context, fontSize)
    cairo_move_to(context, x, y)
    cairo_show_text(context, text)
    // The text leaves a current point behind, where the next path would start.
    cairo_new_path(context)
  }
}
#endif
