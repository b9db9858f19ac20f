/// How the colors of a pixel lie in memory, where they lie together.
public enum PixelFormat: Sendable, CaseIterable {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, and a byte that is not looked at.
  case rgba
  /// Blue, green, red, and a byte that is not looked at: what most cameras and screens use.
  case bgra
  /// Brightness.
  case gray

  /// The size of a pixel.
  public var bytesPerPixel: Int {
    switch self {
    case .rgb: 3
    case .rgba, .bgra: 4
    case .gray: 1
    }
  }
}

extension Image {
  /// Takes pixels from memory.
  ///
  /// - Parameters:
  ///   - pixels: Rows from top to bottom. After the last row there need not be a gap.
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - format: How the colors of a pixel lie.
  ///   - bytesPerRow: From the start of a row to the start of the next one; nil stands for rows without a gap.
  ///   - limits: How many pixels the picture may have.
  /// - Throws: ``ImageError/invalidSize(width:height:)``, ``ImageError/tooLarge(width:height:maximumPixels:)``,
  ///   ``ImageError/rowTooShort(plane:bytesPerRow:minimum:)``, ``ImageError/planeTooShort(plane:expected:actual:)``,
  ///   ``ImageError/outOfMemory(byteCount:)``.
  public init(
    pixels: UnsafeRawBufferPointer, width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil,
    limits: ImageLimits = .standard
  ) throws(ImageError) {
    try limits.check(width: width, height: height)
    let rows = try PixelRows(
      pixels, name: "pixels", rowBytes: width * format.bytesPerPixel, rowCount: height, bytesPerRow: bytesPerRow)
    let rgb = try [UInt8](uninitialized: width * height * 3) { rgb in
      guard var to = rgb.baseAddress else { return }
      for y in 0..<height {
        rows.row(y).copy(width, of: format, to: to)
        to += width * 3
      }
    }
    self.init(width: width, height: height, rgb: rgb)
  }
}

/// Rows of bytes in somebody else's memory that are known to be there.
struct PixelRows {
  private let bytes: UnsafeRawBufferPointer
  private let bytesPerRow: Int

  /// - Parameters:
  ///   - name: What errors call the rows.
  ///   - rowBytes: The bytes of a row that count; 1 or more.
  ///   - rowCount: 1 or more.
  ///   - bytesPerRow: nil stands for `rowBytes`.
  init(
    _ bytes: UnsafeRawBufferPointer, name: String, rowBytes: Int, rowCount: Int, bytesPerRow: Int?
  ) throws(ImageError) {
    let step = bytesPerRow ?? rowBytes
    guard step >= rowBytes else { throw .rowTooShort(plane: name, bytesPerRow: step, minimum: rowBytes) }
    let (gaps, overflow) = step.multipliedReportingOverflow(by: rowCount - 1)
    let (needed, overflow2) = gaps.addingReportingOverflow(rowBytes)
    guard !overflow, !overflow2, bytes.count >= needed else {
      throw .planeTooShort(plane: name, expected: overflow || overflow2 ? .max : needed, actual: bytes.count)
    }
    self.bytes = bytes
    self.bytesPerRow = step
  }

  /// The bytes from the start of a row.
  func row(_ y: Int) -> PixelRow { PixelRow(bytes: UnsafeRawBufferPointer(rebasing: bytes[(y * bytesPerRow)...])) }
}

/// One row.
struct PixelRow {
  fileprivate let bytes: UnsafeRawBufferPointer

  subscript(_ index: Int) -> UInt8 { bytes[index] }

  /// Writes pixels as red, green, blue.
  fileprivate func copy(_ count: Int, of format: PixelFormat, to rgb: UnsafeMutablePointer<UInt8>) {
    switch format {
    case .rgb: UnsafeMutableRawBufferPointer(start: rgb, count: count * 3).copyMemory(from: prefix(count * 3))
    case .rgba: copy(count, size: 4, places: (0, 1, 2), to: rgb)
    case .bgra: copy(count, size: 4, places: (2, 1, 0), to: rgb)
    case .gray: copy(count, size: 1, places: (0, 0, 0), to: rgb)
    }
  }

  private func prefix(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  @inline(__always)
  private func copy(_ count: Int, size: Int, places: (Int, Int, Int), to rgb: UnsafeMutablePointer<UInt8>) {
    var to = rgb
    for from in stride(from: 0, to: count * size, by: size) {
      to[0] = bytes[from + places.0]
      to[1] = bytes[from + places.1]
      to[2] = bytes[from + places.2]
      to += 3
    }
  }
}
