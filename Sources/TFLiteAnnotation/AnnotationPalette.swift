import TFLiteCLibrary
import TFLiteImageCodecs

/// The colors of annotations.
///
/// Seven colors that people with any kind of color vision can tell apart (M. Okabe and K. Ito, "Color Universal
/// Design", 2008, without black), then the same seven lighter. Neighboring numbers always have different hues.
public enum AnnotationPalette {
  private static let hues = [
    RGBColor(red: 0xD5, green: 0x5E, blue: 0x00),
    RGBColor(red: 0x56, green: 0xB4, blue: 0xE9),
    RGBColor(red: 0x00, green: 0x9E, blue: 0x73),
    RGBColor(red: 0xF0, green: 0xE4, blue: 0x42),
    RGBColor(red: 0xCC, green: 0x79, blue: 0xA7),
    RGBColor(red: 0x00, green: 0x72, blue: 0xB2),
    RGBColor(red: 0xE6, green: 0x9F, blue: 0x00),
  ]

  private static let colors = hues + hues.map(lighter)

  /// The number of different colors.
  public static let count = colors.count

  /// The color of a number; the colors repeat after ``count``, also below 0.
  public static func color(at index: Int) -> RGBColor {
    let remainder = index % count
    return colors[remainder < 0 ? remainder + count : remainder]
  }

  /// Black or white: whichever is easier to read on a color.
  public static func textColor(on background: RGBColor) -> RGBColor {
    // Contrast is (lighter + 0.05) / (darker + 0.05); black and white have luminance 0 and 1.
    let luminance = relativeLuminance(of: background)
    return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? .black : .white
  }

  /// Relative luminance as the Web Content Accessibility Guidelines 2.2 define it.
  static func relativeLuminance(of color: RGBColor) -> Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// Nearly half white.
  private static func lighter(_ color: RGBColor) -> RGBColor {
    func channel(_ value: UInt8) -> UInt8 { UInt8((Int(value) * 55 + 255 * 45) / 100) }
    return RGBColor(red: channel(color.red), green: channel(color.green), blue: channel(color.blue))
  }
}
