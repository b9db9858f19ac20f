import TFLiteImageCodecs

/// Colors for numbers.
struct ColorMap: Sendable {
  /// Colors at equal distances, from 0 to 1.
  private let anchors: [(red: Double, green: Double, blue: Double)]
  /// The 256 colors of bytes.
  let table: [RGBColor]

  private init(_ anchors: [(UInt8, UInt8, UInt8)]) {
    self.anchors = anchors.map { (Double($0.0), Double($0.1), Double($0.2)) }
    let points = self.anchors
    table = (0..<256).map { Self.interpolate(points, at: Double($0) / 255) }
  }

  /// The color of a number from 0 to 1; numbers beyond have the colors of the ends.
  func color(at position: Double) -> RGBColor { Self.interpolate(anchors, at: position) }

  private static func interpolate(
    _ anchors: [(red: Double, green: Double, blue: Double)], at position: Double
  ) -> RGBColor {
    let place = min(max(position, 0), 1) * Double(anchors.count - 1)
    let index = min(Int(place), anchors.count - 2)
    let (low, high, share) = (anchors[index], anchors[index + 1], place - Double(index))
    func mixed(_ low: Double, _ high: Double) -> UInt8 { UInt8((low + (high - low) * share).rounded()) }
    return RGBColor(
      red: mixed(low.red, high.red), green: mixed(low.green, high.green), blue: mixed(low.blue, high.blue))
  }

  /// Dark violet over green to yellow, of evenly growing lightness, for values from low to high (van der Walt and Smith,
  /// 2015; in the public domain).
  static let viridis = ColorMap([
    (68, 1, 84), (72, 24, 106), (71, 45, 123), (66, 64, 134), (59, 82, 139), (51, 99, 141), (44, 114, 142),
    (38, 130, 142), (33, 145, 140), (31, 160, 136), (40, 174, 128), (63, 188, 115), (94, 201, 98), (132, 212, 75),
    (173, 220, 48), (216, 226, 25), (253, 231, 37),
  ])

  /// Blue over white to red, for differences: white stands for none (Brewer's RdBu, reversed).
  static let difference = ColorMap([
    (5, 48, 97), (21, 80, 141), (40, 112, 177), (62, 140, 191), (104, 171, 208), (152, 200, 224), (192, 220, 235),
    (222, 235, 242), (247, 247, 247), (250, 231, 218), (248, 206, 183), (245, 172, 139), (229, 131, 104),
    (210, 88, 73), (187, 42, 52), (150, 15, 39), (103, 0, 31),
  ])
}

extension RGBColor {
  /// `#rrggbb`.
  var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
