/// A color of a picture.
public struct RGBColor: Sendable, Hashable {
  /// 0 to 255.
  public var red: UInt8
  /// 0 to 255.
  public var green: UInt8
  /// 0 to 255.
  public var blue: UInt8

  /// Makes a color.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0, 0, 0.
  public static let black = RGBColor(red: 0, green: 0, blue: 0)
  /// 255, 255, 255.
  public static let white = RGBColor(red: 255, green: 255, blue: 255)
}
