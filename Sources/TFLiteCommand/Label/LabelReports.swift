import Foundation
import TFLiteImageCodecs
import TFLiteVision

/// What came of one picture.
struct LabelOutcome {
  let path: String
  let image: Image
  let result: ClassificationResult
  let decodeTime: Duration
  let totalTime: Duration
}

/// A table for each picture.
final class LabelTableReport: PictureReport {
  func begin() {}

  func add(_ outcome: LabelOutcome) {
    let time = outcome.result.inferenceTime.milliseconds.formatted(fractionDigits: 1)
    print("\(outcome.path)  \(outcome.image.width)×\(outcome.image.height) pixels, inference \(time) ms")
    let labels = outcome.result.classifications
    guard !labels.isEmpty else {
      print("  no label with a score that is high enough")
      return
    }
    var table = TextTable(["label", "score"], rightAligned: [1])
    for label in labels {
      table.add([label.label ?? "class \(label.classIndex)", Double(label.score).formatted(fractionDigits: 2)])
    }
    for line in table.lines() { print(line) }
  }

  /// Failures are told on standard error.
  func add(failure: String, of path: String) {}

  func end() {}
}

/// A JSON array with one object a picture, printed as the pictures are done.
final class LabelJSONReport: PictureReport {
  private let output = JSONArrayOutput()

  func begin() { output.begin() }

  func add(_ outcome: LabelOutcome) { output.add(PictureRecord(outcome)) }

  func add(failure: String, of path: String) { output.add(FailureRecord(image: path, error: failure)) }

  func end() { output.end() }
}

private struct PictureRecord: Encodable {
  let image: String
  let width: Int
  let height: Int
  let labels: [LabelRecord]
  let milliseconds: MillisecondsRecord

  init(_ outcome: LabelOutcome) {
    image = outcome.path
    width = outcome.image.width
    height = outcome.image.height
    labels = outcome.result.classifications.map(LabelRecord.init)
    milliseconds = MillisecondsRecord(
      decode: outcome.decodeTime, resize: outcome.result.resizeTime, inference: outcome.result.inferenceTime,
      total: outcome.totalTime)
  }
}

private struct LabelRecord: Encodable {
  let classification: Classification

  init(_ classification: Classification) { self.classification = classification }

  private enum CodingKeys: String, CodingKey {
    case label, score
    case classIndex = "class_index"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // An absent label is written as null, and so is a score that is no number.
    try container.encode(classification.label, forKey: .label)
    try container.encode(classification.classIndex, forKey: .classIndex)
    try container.encode(classification.score.isFinite ? classification.score : nil, forKey: .score)
  }
}
