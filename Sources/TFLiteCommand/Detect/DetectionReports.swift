import TFLiteInspection
import TFLiteVision

extension PictureReport where Self == PictureTableReport<DetectionResult> {
  /// A table of the objects in each picture.
  static func detectionTable(threshold: Float) -> Self {
    let limit = Double(threshold).formatted(fractionDigits: 2)
    return PictureTableReport(nothing: "no object with a score of \(limit) or more") { result in
      var table = TextTable(["label", "score", "x", "y", "width", "height"], rightAligned: [1, 2, 3, 4, 5])
      for detection in result.detections {
        let box = detection.box
        table.add(
          [detection.label ?? "class \(detection.classIndex)", Double(detection.score).formatted(fractionDigits: 2)]
            + [box.x, box.y, box.width, box.height].map { $0.formatted(fractionDigits: 0) })
      }
      return table
    }
  }
}

extension PictureReport where Self == PictureJSONReport<DetectionResult, DetectionRecord> {
  /// The objects in each picture.
  static var detectionJSON: Self {
    PictureJSONReport("detections") { $0.detections.map(DetectionRecord.init) }
  }
}

/// A detection as programs read it.
struct DetectionRecord: Encodable {
  let detection: Detection

  init(_ detection: Detection) { self.detection = detection }

  func encode(to encoder: any Encoder) throws {
    let box = detection.box
    try encoder.write([
      "label": detection.label,
      "class_index": detection.classIndex,
      "score": detection.score,
      "box": ["x": box.x, "y": box.y, "width": box.width, "height": box.height].mapValues { $0.rounded(toDigits: 2) },
    ])
  }
}
