import Foundation
import TFLiteAnnotation
import TFLiteImageCodecs
import Testing

@Suite struct PaletteTests {
  /// WCAG 2.2, success criterion 1.4.3: text needs a contrast of 4.5.
  @Test(arguments: 0..<AnnotationPalette.count)
  func labelsAreReadable(_ index: Int) {
    let background = AnnotationPalette.color(at: index)
    let text = AnnotationPalette.textColor(on: background)
    #expect(contrast(background, text) >= 4.5)
    let other: RGBColor = text == .black ? .white : .black
    #expect(contrast(background, text) >= contrast(background, other))
  }

  @Test func colorsDifferAndRepeat() {
    let colors = (0..<AnnotationPalette.count).map(AnnotationPalette.color)
    #expect(Set(colors).count == AnnotationPalette.count)
    #expect(colors.count >= 14)
    for index in -3...3 {
      #expect(AnnotationPalette.color(at: 5 + index * AnnotationPalette.count) == colors[5])
    }
    #expect(colors.contains(AnnotationPalette.color(at: .min)))
    #expect(colors.contains(AnnotationPalette.color(at: .max)))
  }

  private func contrast(_ first: RGBColor, _ second: RGBColor) -> Double {
    let luminances = [first, second].map { color in
      let linear = [color.red, color.green, color.blue].map { channel in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    return ((luminances.max() ?? 0) + 0.05) / ((luminances.min() ?? 0) + 0.05)
  }
}
