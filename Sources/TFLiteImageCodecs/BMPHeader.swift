/// What stands before the pixels of a BMP file.
///
/// Source of the layout: Microsoft, "Bitmap Header Types" (BITMAPCOREHEADER to BITMAPV5HEADER); OS/2 2.x headers begin
/// in the same way.
struct BMPHeader {
  enum Encoding {
    /// Palette entries or colors, in rows padded to 4 bytes.
    case plain
    case runLength4
    case runLength8
  }

  let width: Int
  let height: Int
  /// Whether the first row in the file is the uppermost. Usually it is the lowest.
  let isTopDown: Bool
  let bitsPerPixel: Int
  let encoding: Encoding
  /// Where the pixels begin in the file.
  let pixelOffset: Int
  /// The colors that pixels of 8 bits or less refer to.
  let palette: [RGBColor]
  /// Where the channels lie in pixels of 16 or 32 bits.
  let masks: Masks

  struct Masks {
    var red: UInt32
    var green: UInt32
    var blue: UInt32
    /// 0 where there is no alpha channel.
    var alpha: UInt32 = 0

    static let fiveBitsEach = Masks(red: 0x7C00, green: 0x03E0, blue: 0x001F)
    static let eightBitsEach = Masks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF)
  }
}

extension BMPHeader {
  private static let fileHeaderSize = 14

  init(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) {
    let reader = ByteReader(bytes, .littleEndian)
    func field<Value>(_ value: Value?) throws(ImageError) -> Value {
      guard let value else {
        throw .truncated(.bmp, detail: "the header is incomplete", byteOffset: bytes.count)
      }
      return value
    }
    let infoOffset = Self.fileHeaderSize
    pixelOffset = Int(try field(reader.uint32(at: 10)))
    let infoSize = Int(try field(reader.uint32(at: infoOffset)))
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(infoSize) else {
      throw .unsupported(.bmp, feature: "a header of \(infoSize) bytes")
    }
    let isCore = infoSize == 12

    // Size
    let storedHeight: Int
    if isCore {
      width = Int(try field(reader.uint16(at: infoOffset + 4)))
      storedHeight = Int(try field(reader.uint16(at: infoOffset + 6)))
      bitsPerPixel = Int(try field(reader.uint16(at: infoOffset + 10)))
    } else {
      width = Int(try field(reader.int32(at: infoOffset + 4)))
      storedHeight = Int(try field(reader.int32(at: infoOffset + 8)))
      bitsPerPixel = Int(try field(reader.uint16(at: infoOffset + 14)))
    }
    isTopDown = storedHeight < 0
    height = abs(storedHeight)
    try limits.check(width: width, height: height)

    // Kind
    let compression = infoSize >= 40 ? try field(reader.uint32(at: infoOffset + 16)) : 0
    guard [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel) else {
      throw .unsupported(.bmp, feature: "\(bitsPerPixel) bits per pixel")
    }
    var hasMasks = false
    switch (compression, bitsPerPixel) {
    case (0, _):
      encoding = .plain
    case (1, 8):
      encoding = .runLength8
    case (2, 4):
      encoding = .runLength4
    case (3, 16), (3, 32), (6, 16), (6, 32):
      // In the header of OS/2, which has 64 bytes, 3 is the compression of fax machines.
      guard infoSize != 64 else { fallthrough }
      encoding = .plain
      hasMasks = true
    default:
      throw .unsupported(.bmp, feature: "compression \(compression) with \(bitsPerPixel) bits per pixel")
    }

    // Masks stand in the longer headers, and after the shorter ones.
    let masksOffset = infoOffset + 40
    var paletteOffset = infoOffset + infoSize
    if hasMasks {
      let hasAlpha = infoSize >= 56 || compression == 6
      masks = Masks(
        red: try field(reader.uint32(at: masksOffset)), green: try field(reader.uint32(at: masksOffset + 4)),
        blue: try field(reader.uint32(at: masksOffset + 8)),
        alpha: hasAlpha ? try field(reader.uint32(at: masksOffset + 12)) : 0)
      paletteOffset = max(paletteOffset, masksOffset + (hasAlpha ? 16 : 12))
      for mask in [masks.red, masks.green, masks.blue, masks.alpha] where !Self.isContiguous(mask) {
        throw .corrupt(
          .bmp, detail: "the bits of color mask 0x\(String(mask, radix: 16)) are not side by side",
          byteOffset: masksOffset)
      }
    } else {
      masks = bitsPerPixel == 16 ? .fiveBitsEach : .eightBitsEach
    }
    guard pixelOffset >= paletteOffset else {
      throw .corrupt(
        .bmp, detail: "the pixels are said to begin inside the header, at byte \(pixelOffset)", byteOffset: 10)
    }
    guard pixelOffset <= bytes.count else {
      throw .truncated(
        .bmp, detail: "the pixels are said to begin at byte \(pixelOffset)", byteOffset: bytes.count)
    }

    // The palette has as many colors as stated (0: as there can be), and as find room before the pixels.
    var palette: [RGBColor] = []
    if bitsPerPixel <= 8 {
      let possible = 1 << bitsPerPixel
      let stated = infoSize >= 40 ? Int(try field(reader.uint32(at: infoOffset + 32))) : 0
      let entrySize = isCore ? 3 : 4
      let count = min(stated == 0 ? possible : min(stated, possible), (pixelOffset - paletteOffset) / entrySize)
      palette = (0..<count).map { index in
        let entry = paletteOffset + index * entrySize
        return RGBColor(red: bytes[entry + 2], green: bytes[entry + 1], blue: bytes[entry])
      }
    }
    self.palette = palette
  }

  private static func isContiguous(_ mask: UInt32) -> Bool {
    mask == 0 || mask >> UInt32(mask.trailingZeroBitCount) & (mask >> UInt32(mask.trailingZeroBitCount) &+ 1) == 0
  }
}
