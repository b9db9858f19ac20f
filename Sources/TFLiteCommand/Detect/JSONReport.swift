import TFLiteVision

/// A JSON array with one object a picture, printed as the pictures are done.
final class JSONReport: PictureReport {
  private let output = JSONArrayOutput()

  func begin() { output.begin() }

  func add(_ outcome: DetectionOutcome) { output.add(PictureRecord(outcome)) }

  func add(failure: String, of path: String) { output.add(FailureRecord(image: path, error: failure)) }

  func end() { output.end() }
}

private struct PictureRecord: Encodable {
  let image: String
  let width: Int
  let height: Int
  let detections: [DetectionRecord]
  let milliseconds: MillisecondsRecord

  init(_ outcome: DetectionOutcome) {
    image = outcome.path
    width = outcome.image.width
    height = outcome.image.height
    detections = outcome.result.detections.map(DetectionRecord.init)
    milliseconds = MillisecondsRecord(
      decode: outcome.decodeTime, resize: outcome.result.resizeTime, inference: outcome.result.inferenceTime,
      total: outcome.totalTime)
  }
}

/// A detection as programs read it.
struct DetectionRecord: Encodable {
  let detection: Detection

  init(_ detection: Detection) { self.detection = detection }

  private enum CodingKeys: String, CodingKey {
    case label, score, box
    case classIndex = "class_index"
  }

  private enum BoxKeys: String, CodingKey {
    case x, y, width, height
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // An absent label is written as null.
    try container.encode(detection.label, forKey: .label)
    try container.encode(detection.classIndex, forKey: .classIndex)
    try container.encode(detection.score, forKey: .score)
    var box = container.nestedContainer(keyedBy: BoxKeys.self, forKey: .box)
    try box.encode(detection.box.x.rounded(toDigits: 2), forKey: .x)
    try box.encode(detection.box.y.rounded(toDigits: 2), forKey: .y)
    try box.encode(detection.box.width.rounded(toDigits: 2), forKey: .width)
    try box.encode(detection.box.height.rounded(toDigits: 2), forKey: .height)
  }
}
