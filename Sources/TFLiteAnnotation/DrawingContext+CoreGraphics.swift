#if canImport(CoreGraphics)
import CoreGraphics
import CoreText
import Foundation
import TFLiteImageCodecs

/// Paths, colors and text on pixels in memory, drawn by Apple's Core Graphics and Core Text. A path is filled or cut out
/// where it encloses a point an odd number of times, and ends when it was drawn; lines have round ends where they have any.
struct DrawingContext: ~Copyable {
  private let context: CGContext

  /// - Parameter pixels: `width * height` pixels of the form 0x00RRGGBB, in the machine's byte order.
  init(pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) throws(AnnotationError) {
    let layout = CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    guard
      let context = CGContext(
        data: pixels, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: layout)
    else { throw .cannotDraw(reason: "Core Graphics makes no context of \(width) x \(height) pixels") }
    self.context = context
    // Its rows count from below.
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: 1, y: -1)
    context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
    context.setLineCap(.round)
  }

  /// Everything that was drawn is in the pixels after this.
  func finish() throws(AnnotationError) { context.flush() }

  func translate(_ x: Double, _ y: Double) { context.translateBy(x: x, y: y) }

  func save() { context.saveGState() }

  func restore() { context.restoreGState() }

  func setColor(_ color: RGBColor, opacity: Double = 1) {
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    context.setFillColor(red: red, green: green, blue: blue, alpha: opacity)
    context.setStrokeColor(red: red, green: green, blue: blue, alpha: opacity)
  }

  func addRectangle(_ rectangle: Rectangle, _ radii: CornerRadii) {
    let quarter = Double.pi / 2
    func corner(_ x: Double, _ y: Double, _ radius: Double, _ turn: Double) {
      // From right to below in these coordinates, as angles grow.
      context.addArc(
        center: CGPoint(x: x, y: y), radius: radius, startAngle: (turn - 1) * quarter, endAngle: turn * quarter,
        clockwise: false)
    }
    let (left, top, right, bottom) = (rectangle.left, rectangle.top, rectangle.right, rectangle.bottom)
    context.move(to: CGPoint(x: right - radii.topRight, y: top))
    corner(right - radii.topRight, top + radii.topRight, radii.topRight, 0)
    corner(right - radii.bottomRight, bottom - radii.bottomRight, radii.bottomRight, 1)
    corner(left + radii.bottomLeft, bottom - radii.bottomLeft, radii.bottomLeft, 2)
    corner(left + radii.topLeft, top + radii.topLeft, radii.topLeft, 3)
    context.closePath()
  }

  func addCircle(x: Double, y: Double, radius: Double) {
    context.addEllipse(in: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
  }

  func addLine(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    context.move(to: CGPoint(x: start.x, y: start.y))
    context.addLine(to: CGPoint(x: end.x, y: end.y))
  }

  func fill() { context.fillPath(using: .evenOdd) }

  func clip() { context.clip(using: .evenOdd) }

  func stroke(width: Double) {
    context.setLineWidth(width)
    context.strokePath()
  }

  func measure(_ text: String, _ fontSize: Double) -> LabelLayout.TextSize {
    var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
    let advance = CTLineGetTypographicBounds(line(text, fontSize), &ascent, &descent, nil)
    return LabelLayout.TextSize(advance: advance, ascent: ascent, descent: descent)
  }

  /// Draws text whose base line begins at a point.
  func draw(_ text: String, _ fontSize: Double, x: Double, y: Double) {
    context.textPosition = CGPoint(x: x, y: y)
    CTLineDraw(line(text, fontSize), context)
  }

  private func line(_ text: String, _ fontSize: Double) -> CTLine {
    let font = CTFontCreateWithName("Helvetica-Bold" as CFString, fontSize, nil)
    let attributes: [NSAttributedString.Key: Any] = [
      NSAttributedString.Key(kCTFontAttributeName as String): font,
      NSAttributedString.Key(kCTForegroundColorFromContextAttributeName as String): true,
    ]
    let styled = NSAttributedString(string: text, attributes: attributes)
    return CTLineCreateWithAttributedString(styled as CFAttributedString)
  }
}
#endif
