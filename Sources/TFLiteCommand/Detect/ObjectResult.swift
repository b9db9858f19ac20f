import TFLiteAnnotation
import TFLiteCodeReader
import TFLiteImageCodecs
import TFLiteVision

/// What becomes of a picture in which objects were looked for.
protocol ObjectResult: TimedResult, Sendable {
  /// Whether the picture must not be reduced while it is decoded.
  static var needsAllPixels: Bool { get }
  /// What is drawn into the picture.
  var annotations: [Annotation] { get }
}

extension DetectionResult: ObjectResult {
  static var needsAllPixels: Bool { false }

  var annotations: [Annotation] { detections.map(Annotation.init) }
}

/// Objects, and what the codes among them say.
struct ReadResult: ObjectResult {
  let codes: [DetectedCode]
  private let result: DetectionResult

  init(_ result: DetectionResult, in image: Image, by reader: CodeReader) throws {
    self.result = result
    codes = try reader.read(result.detections, in: image)
  }

  static var needsAllPixels: Bool { true }

  var annotations: [Annotation] { codes.map(Annotation.init) }
  var scoreThreshold: Float { result.scoreThreshold }
  var resizeTime: Duration { result.resizeTime }
  var inferenceTime: Duration { result.inferenceTime }
}

extension Annotation {
  /// How much of a text a label shows.
  private static let labelLength = 40

  /// A box that says what its code says, if it can be read.
  init(_ found: DetectedCode) {
    guard let code = found.code else {
      self.init(found.detection ?? Detection(label: found.label, classIndex: 0, score: 0, box: found.box))
      return
    }
    let text = code.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.init(
      x: found.box.x, y: found.box.y, width: found.box.width, height: found.box.height,
      label: text.count > Self.labelLength ? text.prefix(Self.labelLength - 1) + "…" : text,
      colorIndex: found.detection?.classIndex ?? 0)
  }
}
