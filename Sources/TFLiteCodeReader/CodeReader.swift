import CTFLiteCodeReader
import TFLiteImageCodecs
import TFLiteVision

/// Reads the codes that a detector has found.
///
/// A decoder that searches a whole picture misses codes that are small, blurred or turned. So it is given each box by itself,
/// cut out of all the pixels and then enlarged, sharpened and turned, until it can read it.
///
/// ```swift
/// let reader = try CodeReader()
/// let image = try Image(contentsOfFile: "parcel.jpg")
/// for found in try reader.read(detector.detect(in: image).detections, in: image) {
///   print(found.label ?? "code", found.code?.text ?? "cannot be read")
/// }
/// ```
public struct CodeReader: Sendable {
  /// The version of zxing-cpp that reads; nil where the package was compiled without it.
  public static var libraryVersion: String? { tflite_code_reader_version().map { String(cString: $0) } }

  /// A reader.
  ///
  /// - Throws: ``CodeReaderError/libraryMissing``.
  public init() throws(CodeReaderError) {
    guard Self.libraryVersion != nil else { throw .libraryMissing }
  }

  /// All codes that can be read in the whole picture, as it is and reduced to a third, a ninth and so on: in large
  /// pictures, what is blurred is sharp then.
  ///
  /// - Throws: ``CodeReaderError``, `ImageError` when there is not enough memory.
  public func codes(in image: Image, kinds: CodeKinds = .all) throws -> [ReadCode] {
    try codes(in: LumaPicture(image), kinds)
  }

  private func codes(in picture: LumaPicture, _ kinds: CodeKinds) throws(CodeReaderError) -> [ReadCode] {
    var found: [ReadCode] = []
    var picture = picture
    while true {
      for code in try picture.codes(kinds) where !found.contains(where: { $0.isSame(as: code) }) { found.append(code) }
      guard min(picture.width, picture.height) >= Self.reducedSide else { return found }
      picture = picture.reduced(by: 3)
    }
  }

  /// The shorter side from which on a picture is looked at reduced, too.
  private static let reducedSide = 500

  /// Reads the code in each box, and what else can be read in the picture.
  ///
  /// - Parameters:
  ///   - detections: what a detector has found: with the bundled one, a box is read as its class says; with another, as
  ///     any kind of code.
  ///   - image: the picture in which it was found, with all of its pixels.
  /// - Returns: the detections in their order, then codes outside of all boxes.
  /// - Throws: ``CodeReaderError``, `ImageError` when there is not enough memory.
  public func read(_ detections: [Detection], in image: Image) throws -> [DetectedCode] {
    let picture = try LumaPicture(image)
    var free = try codes(in: picture, .all)
    var found = detections.map { DetectedCode($0) }
    // Whom the decoder's own findings belong to, best box first.
    for index in found.indices {
      guard let place = free.firstIndex(where: { found[index].box.holds($0, of: found[index].kinds) }) else { continue }
      found[index].code = free.remove(at: place)
    }
    for index in found.indices where found[index].code == nil && found[index].box.isSeen(in: image) {
      let code = try CodeAttempts(picture, box: found[index].box, kinds: found[index].kinds).first()
      // One code in two boxes, of two classes, is one code.
      if let code, !Self.holds(found, code) { found[index].code = code }
    }
    return found + free.filter { !Self.holds(found, $0) }.map { DetectedCode($0) }
  }

  private static func holds(_ found: [DetectedCode], _ code: ReadCode) -> Bool {
    found.contains { $0.code?.isSame(as: code) ?? false }
  }
}

/// An object that a detector has found, and what the code there says.
public struct DetectedCode: Sendable {
  /// What the detector has found; nil for a code that was read outside of its boxes.
  public let detection: Detection?
  /// What the code says; nil where it cannot be read.
  public internal(set) var code: ReadCode?

  init(_ detection: Detection) {
    self.detection = detection
  }

  init(_ code: ReadCode) {
    detection = nil
    self.code = code
  }

  /// The name of the detection's class, or of the kind of code.
  public var label: String? { detection.map(\.label) ?? code?.format.kind.label }

  /// Where the code is, in pixels of the picture.
  public var box: BoundingBox { detection?.box ?? code?.box ?? BoundingBox(x: 0, y: 0, width: 0, height: 0) }

  /// What may be read there.
  var kinds: CodeKinds { CodeKinds(label: detection?.label) ?? .all }
}

extension BoundingBox {
  /// Whether the center of a code lies in the rectangle, and it is of one of the kinds.
  fileprivate func holds(_ code: ReadCode, of kinds: CodeKinds) -> Bool {
    let (x, y) = (code.box.centerX, code.box.centerY)
    return kinds.contains(code.format.kind) && x >= self.x && y >= self.y && x <= self.x + width && y <= self.y + height
  }

  /// Whether the rectangle has an area, and does not lie behind the picture; never where it has a number that is none.
  fileprivate func isSeen(in image: Image) -> Bool {
    width > 0 && height > 0 && x < Double(image.width) && y < Double(image.height)
  }
}

extension ReadCode {
  /// Whether this is the same symbol, read twice: of a linear code, lines are found that lie above each other.
  fileprivate func isSame(as other: ReadCode) -> Bool {
    guard format == other.format, bytes == other.bytes else { return false }
    let length = max(box.width, box.height, other.box.width, other.box.height)
    let reach = format.kind == .linear ? length : length / 2
    return abs(box.centerX - other.box.centerX) <= reach && abs(box.centerY - other.box.centerY) <= reach
  }
}
