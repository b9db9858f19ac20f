import TFLiteInspection
import TFLiteVision

/// A JSON array with one object a picture, printed as the pictures are done.
final class JSONReport: DetectionReport {
  private var isFirst = true

  func begin() { print("[", terminator: "") }

  func add(_ outcome: DetectionOutcome) { add(PictureRecord(outcome)) }

  func add(failure: String, of path: String) { add(FailureRecord(image: path, error: failure)) }

  func end() { print("\n]") }

  private func add(_ record: some Encodable) {
    // Every value is a string or a finite number, which JSON can always hold.
    guard let text = try? JSONText.of(record, isPretty: false) else { return }
    print(isFirst ? "\n" : ",\n", text, separator: "", terminator: "")
    isFirst = false
  }
}

private struct FailureRecord: Encodable {
  let image: String
  let error: String
}

private struct PictureRecord: Encodable {
  let image: String
  let width: Int
  let height: Int
  let detections: [DetectionRecord]
  let milliseconds: Milliseconds

  struct Milliseconds: Encodable {
    let decode: Double
    let resize: Double
    let inference: Double
    let total: Double
  }

  init(_ outcome: DetectionOutcome) {
    image = outcome.path
    width = outcome.image.width
    height = outcome.image.height
    detections = outcome.result.detections.map(DetectionRecord.init)
    milliseconds = Milliseconds(
      decode: outcome.decodeTime.milliseconds.rounded(toDigits: 3),
      resize: outcome.result.resizeTime.milliseconds.rounded(toDigits: 3),
      inference: outcome.result.inferenceTime.milliseconds.rounded(toDigits: 3),
      total: outcome.totalTime.milliseconds.rounded(toDigits: 3))
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
