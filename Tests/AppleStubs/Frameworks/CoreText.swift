// https://developer.apple.com/documentation/coretext
import CoreGraphics
import Foundation

// https://developer.apple.com/documentation/coretext/ctfont
public final class CTFont {}

// https://developer.apple.com/documentation/coretext/ctfontcreatewithname(_:_:_:)
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?)
  -> CTFont
{ notThere() }

// https://developer.apple.com/documentation/coretext/kctfontattributename
public let kCTFontAttributeName: CFString = "NSFont"

// https://developer.apple.com/documentation/coretext/kctforegroundcolorfromcontextattributename
public let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"

// https://developer.apple.com/documentation/coretext/ctline
public final class CTLine {}

// https://developer.apple.com/documentation/coretext/ctlinecreatewithattributedstring(_:)
public func CTLineCreateWithAttributedString(_ text: CFAttributedString) -> CTLine { notThere() }

// https://developer.apple.com/documentation/coretext/ctlinegettypographicbounds(_:_:_:_:)
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double { notThere() }

// https://developer.apple.com/documentation/coretext/ctlinedraw(_:_:)
public func CTLineDraw(_ line: CTLine, _ context: CGContext) { notThere() }
