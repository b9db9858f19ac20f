/// What the numbers of luma and chroma mean.
public struct YUVColors: Sendable, Equatable {
  /// How much red, green and blue make up luma.
  public enum Matrix: Sendable {
    /// ITU-R BT.601: standard definition, JPEG, most cameras.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
  }

  /// How much red, green and blue make up luma.
  public var matrix: Matrix
  /// Whether luma and chroma use all 256 values, as in JPEG, or 16 to 235 and 16 to 240, as in video.
  public var isFullRange: Bool

  /// Names a matrix and a range.
  public init(matrix: Matrix = .bt601, isFullRange: Bool = false) {
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// BT.601 in the range of video.
  public static let video = YUVColors()
  /// BT.601 in all values.
  public static let jpeg = YUVColors(isFullRange: true)
}

/// Rows of bytes of one kind, in somebody else's memory.
public struct PixelPlane {
  /// The rows, from top to bottom.
  public let bytes: UnsafeRawBufferPointer
  /// From the start of a row to the start of the next one; nil stands for rows without a gap.
  public let bytesPerRow: Int?

  /// Names memory that must stay valid while the plane is used.
  public init(_ bytes: UnsafeRawBufferPointer, bytesPerRow: Int? = nil) {
    self.bytes = bytes
    self.bytesPerRow = bytesPerRow
  }
}

/// Where the two chroma values of 2 x 2 pixels (YUV 4:2:0) lie. Odd sizes are rounded up.
public enum ChromaPlanes {
  /// Each in a plane of its own (I420).
  case planar(u: PixelPlane, v: PixelPlane)
  /// In pairs, U first (NV12; `420v` and `420f` of Apple's cameras).
  case uvPairs(PixelPlane)
  /// In pairs, V first (NV21; Android's cameras).
  case vuPairs(PixelPlane)
}

extension Image {
  /// Takes a picture of YUV 4:2:0 from memory: one luma value for each pixel, one pair of chroma values for 2 x 2.
  ///
  /// Chroma is not interpolated. The arithmetic is that of ITU-R BT.601 and BT.709 in 16-bit fractions, rounded to
  /// nearest and kept within 0 to 255.
  ///
  /// - Parameters:
  ///   - luma: `width` bytes a row, `height` rows.
  ///   - chroma: Where U and V lie.
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - colors: What the numbers mean.
  ///   - limits: How many pixels the picture may have.
  /// - Throws: as ``init(pixels:width:height:format:bytesPerRow:limits:)``, naming the plane.
  public init(
    luma: PixelPlane, chroma: ChromaPlanes, width: Int, height: Int, colors: YUVColors = .video,
    limits: ImageLimits = .standard
  ) throws(ImageError) {
    try limits.check(width: width, height: height)
    let lumaRows = try luma.rows("Y", width, height)
    let chromaRows = try ChromaRows(chroma, width: (width + 1) / 2, height: (height + 1) / 2)
    let conversion = YUVConversion(colors)
    let rgb = try [UInt8](uninitialized: width * height * 3) { rgb in
      guard var to = rgb.baseAddress else { return }
      for y in 0..<height {
        let (luma, u, v) = (lumaRows.row(y), chromaRows.u.row(y / 2), chromaRows.v.row(y / 2))
        for x in 0..<width {
          let place = x / 2 * chromaRows.step
          conversion.convert(luma[x], u[place + chromaRows.uPlace], v[place + chromaRows.vPlace], to)
          to += 3
        }
      }
    }
    self.init(width: width, height: height, rgb: rgb)
  }
}

extension PixelPlane {
  fileprivate func rows(_ name: String, _ rowBytes: Int, _ rowCount: Int) throws(ImageError) -> PixelRows {
    try PixelRows(bytes, name: name, rowBytes: rowBytes, rowCount: rowCount, bytesPerRow: bytesPerRow)
  }
}

/// Chroma of either layout as rows of U, rows of V, and the places of a value in them.
private struct ChromaRows {
  let u: PixelRows
  let v: PixelRows
  /// From one value to the next.
  let step: Int
  let uPlace: Int
  let vPlace: Int

  init(_ planes: ChromaPlanes, width: Int, height: Int) throws(ImageError) {
    switch planes {
    case .planar(let uPlane, let vPlane):
      u = try uPlane.rows("U", width, height)
      v = try vPlane.rows("V", width, height)
      (step, uPlace, vPlace) = (1, 0, 0)
    case .uvPairs(let pairs):
      u = try pairs.rows("UV", 2 * width, height)
      v = u
      (step, uPlace, vPlace) = (2, 0, 1)
    case .vuPairs(let pairs):
      u = try pairs.rows("VU", 2 * width, height)
      v = u
      (step, uPlace, vPlace) = (2, 1, 0)
    }
  }
}

/// From luma and chroma to red, green and blue. With Kr, Kg, Kb the parts of the colors in luma:
/// R = Y + 2(1-Kr) V, B = Y + 2(1-Kb) U, G = Y - 2 Kb(1-Kb)/Kg U - 2 Kr(1-Kr)/Kg V.
struct YUVConversion {
  private let black: Int32
  private let lumaScale: Int32
  private let redV: Int32
  private let greenU: Int32
  private let greenV: Int32
  private let blueU: Int32

  init(_ colors: YUVColors) {
    let (red, blue) = colors.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let green = 1 - red - blue
    let (luma, chroma) = colors.isFullRange ? (1.0, 1.0) : (255.0 / 219, 255.0 / 224)
    func fraction(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
    black = colors.isFullRange ? 0 : 16
    lumaScale = fraction(luma)
    redV = fraction(2 * (1 - red) * chroma)
    greenU = fraction(2 * blue * (1 - blue) / green * chroma)
    greenV = fraction(2 * red * (1 - red) / green * chroma)
    blueU = fraction(2 * (1 - blue) * chroma)
  }

  @inline(__always)
  func convert(_ y: UInt8, _ u: UInt8, _ v: UInt8, _ rgb: UnsafeMutablePointer<UInt8>) {
    let luma = (Int32(y) - black) * lumaScale + 32768
    let (u, v) = (Int32(u) - 128, Int32(v) - 128)
    rgb[0] = UInt8(clamping: (luma + redV * v) >> 16)
    rgb[1] = UInt8(clamping: (luma - greenU * u - greenV * v) >> 16)
    rgb[2] = UInt8(clamping: (luma + blueU * u) >> 16)
  }
}
