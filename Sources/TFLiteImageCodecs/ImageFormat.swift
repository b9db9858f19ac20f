/// A file format that can be decoded.
public enum ImageFormat: String, Sendable, CaseIterable, CustomStringConvertible {
  /// Portable Network Graphics: all color types and depths, interlaced or not.
  case png = "PNG"
  /// JPEG: baseline, extended and progressive; gray, color, CMYK and YCCK; 8 bits per sample.
  case jpeg = "JPEG"
  /// Windows and OS/2 bitmaps: 1 to 32 bits per pixel, bit fields, run-length encoding.
  case bmp = "BMP"
  /// The Netpbm formats P1 to P6: bitmap, gray and color, as text or binary.
  case pnm = "PNM"

  /// The name of the format.
  public var description: String { rawValue }

  /// The endings of file names, in lower case, by which pictures in a folder are known.
  public static let fileExtensions: Set<String> = ["png", "jpg", "jpeg", "bmp", "ppm", "pgm", "pbm", "pnm"]

  /// How many leading bytes ``init(detecting:)`` looks at.
  static let signatureLength = 16

  /// The format that a file's first bytes announce. File names play no part.
  ///
  /// - Throws: ``ImageError/empty``, ``ImageError/unknownFormat(_:)``.
  init(detecting bytes: UnsafeRawBufferPointer) throws(ImageError) {
    guard !bytes.isEmpty else { throw .empty }
    let start = bytes.prefix(Self.signatureLength)
    func starts(with signature: [UInt8], at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: signature)
    }
    if starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts(with: [0x42, 0x4D]) {
      self = .bmp
    } else if start.count >= 3, start[0] == UInt8(ascii: "P"), (0x31...0x36).contains(start[1]),
      start[2] == UInt8(ascii: "#") || PNMReader.isWhitespace(start[2])
    {
      self = .pnm
    } else {
      throw .unknownFormat(Self.description(of: Array(start)))
    }
  }

  /// What a file looks like that cannot be decoded: the name of its format where it is a common one, else its first
  /// bytes.
  static func description(of start: [UInt8]) -> String {
    func contains(_ text: String, at offset: Int) -> Bool {
      start.dropFirst(offset).starts(with: text.utf8)
    }
    if contains("GIF8", at: 0) { return "a GIF picture" }
    if contains("RIFF", at: 0), contains("WEBP", at: 8) { return "a WebP picture" }
    if start.starts(with: [0x49, 0x49, 0x2A, 0x00]) || start.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      return "a TIFF picture"
    }
    if contains("ftypavif", at: 4) { return "an AVIF picture" }
    if contains("ftyphei", at: 4) || contains("ftypmif1", at: 4) { return "a HEIF picture" }
    if start.starts(with: [0xFF, 0x0A]) || contains("JXL ", at: 4) { return "a JPEG XL picture" }
    if contains("P7\n", at: 0) { return "a Netpbm picture of kind P7 (PAM)" }
    if contains("%PDF", at: 0) { return "a PDF document" }
    return "data that begins with the bytes " + hexadecimal(start.prefix(8))
  }

  /// Bytes for people.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(separator: " ")
  }
}
