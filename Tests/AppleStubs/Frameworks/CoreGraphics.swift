// https://developer.apple.com/documentation/coregraphics
@_exported import CoreFoundation
import Foundation

// https://developer.apple.com/documentation/corefoundation/cgaffinetransform
public struct CGAffineTransform: Sendable {
  public init(scaleX: CGFloat, y: CGFloat) { notThere() }
}

// https://developer.apple.com/documentation/coregraphics/cgcolorspacemodel
public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome, rgb, cmyk, lab, deviceN, indexed, pattern, XYZ
}

// https://developer.apple.com/documentation/coregraphics/cgcolorspace
public final class CGColorSpace: Sendable {
  public init?(name: CFString) { notThere() }
  public var model: CGColorSpaceModel { notThere() }
  public var supportsOutput: Bool { notThere() }
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
}

// https://developer.apple.com/documentation/coregraphics/cgcolorspacecreatedevicergb()
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { notThere() }

// https://developer.apple.com/documentation/coregraphics/cgimagealphainfo
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

// https://developer.apple.com/documentation/coregraphics/cgbitmapinfo
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
}

// https://developer.apple.com/documentation/coregraphics/cgcolorrenderingintent
public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

// https://developer.apple.com/documentation/coregraphics/cgdataprovider
public final class CGDataProvider {
  public init?(data: CFData) { notThere() }
}

// https://developer.apple.com/documentation/coregraphics/cgimage
public final class CGImage: Sendable {
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) { notThere() }
  public var width: Int { notThere() }
  public var height: Int { notThere() }
  public var colorSpace: CGColorSpace? { notThere() }
}

// https://developer.apple.com/documentation/coregraphics/cgpathfillrule
public enum CGPathFillRule: Int, Sendable { case winding, evenOdd }

// https://developer.apple.com/documentation/coregraphics/cglinecap
public enum CGLineCap: Int32, Sendable { case butt, round, square }

// https://developer.apple.com/documentation/coregraphics/cgcontext
public final class CGContext {
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) { notThere() }
  public var data: UnsafeMutableRawPointer? { notThere() }
  public var bytesPerRow: Int { notThere() }
  public var textMatrix: CGAffineTransform {
    get { notThere() }
    set { notThere() }
  }
  public var textPosition: CGPoint {
    get { notThere() }
    set { notThere() }
  }
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { notThere() }
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { notThere() }
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { notThere() }
  public func fill(_ rectangle: CGRect) { notThere() }
  public func draw(_ image: CGImage, in rectangle: CGRect, byTiling: Bool = false) { notThere() }
  public func translateBy(x: CGFloat, y: CGFloat) { notThere() }
  public func scaleBy(x: CGFloat, y: CGFloat) { notThere() }
  public func saveGState() { notThere() }
  public func restoreGState() { notThere() }
  public func setLineCap(_ cap: CGLineCap) { notThere() }
  public func setLineWidth(_ width: CGFloat) { notThere() }
  public func move(to point: CGPoint) { notThere() }
  public func addLine(to point: CGPoint) { notThere() }
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) { notThere() }
  public func addEllipse(in rectangle: CGRect) { notThere() }
  public func closePath() { notThere() }
  public func fillPath(using rule: CGPathFillRule = .winding) { notThere() }
  public func strokePath() { notThere() }
  public func clip(using rule: CGPathFillRule = .winding) { notThere() }
  public func flush() { notThere() }
}
