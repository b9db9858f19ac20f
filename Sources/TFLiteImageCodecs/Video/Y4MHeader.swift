/// The first line of a YUV4MPEG2 video: the magic word and fields, each a letter and a value.
///
/// The format: the manual page yuv4mpeg(5) of MJPEGtools. FFmpeg adds the depths of more than 8 bits and XCOLORRANGE.
struct Y4MHeader: Equatable, Sendable {
  /// Which rows of a frame were taken at the same time.
  enum Interlacing: Sendable {
    /// All.
    case progressive
    /// Every other one.
    case interlaced
    /// Each frame says for itself.
    case mixed
  }

  let width: Int
  let height: Int
  /// Frames per second; nil where the video does not say.
  let frameRate: Double?
  let interlacing: Interlacing
  let colorSpace: Y4MColorSpace
  let isFullRange: Bool

  static let magic = Array("YUV4MPEG2".utf8)

  /// - Parameter line: the whole line, without the line feed at its end.
  /// - Throws: ``ImageError``, naming the field that is wrong.
  init(_ line: [UInt8], limits: ImageLimits) throws(ImageError) {
    let fields = Y4MFields(line.dropFirst(Self.magic.count), offset: Self.magic.count)
    let width = try fields.integer("W", "width")
    let height = try fields.integer("H", "height")
    guard let width, let height else {
      throw .corruptVideo(detail: "the header states no \(width == nil ? "width" : "height")", byteOffset: line.count)
    }
    try limits.check(width: width, height: height)
    (self.width, self.height) = (width, height)
    let rate = try fields.ratio("F", "frame rate")
    guard rate.map({ FrameRate.possible.contains($0) }) ?? true else {
      throw .corruptVideo(
        detail: "the frame rate is '\(fields.value("F") ?? "")', expected 1:1000000 to 1000000:1",
        byteOffset: fields.offset("F"))
    }
    frameRate = rate
    // Boxes are in pixels as they are stored: the shape of a pixel plays no part, but has to be one.
    _ = try fields.ratio("A", "pixel aspect ratio")
    interlacing =
      switch fields.value("I") {
      case nil, "p", "?": .progressive
      case "t", "b": .interlaced
      case "m": .mixed
      case let other?:
        throw .corruptVideo(detail: "the interlacing is I\(other), not p, t, b or m", byteOffset: fields.offset("I"))
      }
    // Programs that know no depth in C write it in an extension, too.
    let name = fields.value("C") ?? fields.value("XYSCSS=")?.lowercased()
    colorSpace = try name.map { (name) throws(ImageError) in try Y4MColorSpace(name) } ?? .standard
    isFullRange = fields.value("XCOLORRANGE=") == "FULL"
  }

  /// The bytes of a frame's samples.
  var frameBytes: Int { colorSpace.frameBytes(width: width, height: height) }
}

/// Fields of a header, separated by spaces. Unknown ones are left alone, as the format asks.
struct Y4MFields {
  private let fields: [(text: String, offset: Int)]

  /// - Parameter offset: the place of the first byte in the video.
  init(_ bytes: ArraySlice<UInt8>, offset: Int) {
    fields = bytes.split(separator: 0x20).map { field in
      (String(decoding: field, as: UTF8.self), offset + field.startIndex - bytes.startIndex)
    }
  }

  /// What follows a letter, or another beginning of a field.
  func value(_ prefix: String) -> String? {
    fields.last { $0.text.hasPrefix(prefix) }.map { String($0.text.dropFirst(prefix.count)) }
  }

  /// Where the field is.
  func offset(_ prefix: String) -> Int { fields.last { $0.text.hasPrefix(prefix) }?.offset ?? 0 }

  func integer(_ prefix: String, _ name: String) throws(ImageError) -> Int? {
    guard let value = value(prefix) else { return nil }
    guard let number = Int(value) else {
      throw .corruptVideo(detail: "the \(name) is '\(value)', which is no number", byteOffset: offset(prefix))
    }
    return number
  }

  /// A ratio such as `30000:1001`; nil for `0:0`, which stands for "unknown".
  func ratio(_ prefix: String, _ name: String) throws(ImageError) -> Double? {
    guard let value = value(prefix) else { return nil }
    let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], numerator >= 0, denominator >= 0
    else {
      throw .corruptVideo(
        detail: "the \(name) is '\(value)', which is no ratio such as 30:1", byteOffset: offset(prefix))
    }
    return numerator > 0 && denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }
}
