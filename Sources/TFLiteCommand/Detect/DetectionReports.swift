import TFLiteInspection
import TFLiteVision

extension PictureReport where Self == PictureTableReport<DetectionResult> {
  /// A table of the objects in each picture.
  static var detectionTable: Self {
    PictureTableReport(nothing: "no object") { result in
      var table = TextTable(["label", "score", "x", "y", "width", "height"], rightAligned: [1, 2, 3, 4, 5])
      for detection in result.detections {
        table.add(detection.cells)
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
    try encoder.write([
      "label": detection.label,
      "class_index": detection.classIndex,
      "score": detection.score,
      "box": detection.box.record,
      "keypoints": detection.keypoints.map(KeypointRecord.init),
    ])
  }
}

extension Detection {
  /// The object in a table: label, score, and the box.
  var cells: [String] {
    [label ?? "class \(classIndex)", Double(score).formatted(fractionDigits: 2)] + box.cells
  }
}

extension BoundingBox {
  /// The rectangle in a table: x, y, width, height.
  var cells: [String] { [x, y, width, height].map { $0.formatted(fractionDigits: 0) } }

  /// The rectangle as programs read it.
  var record: [String: Double] {
    ["x": x, "y": y, "width": width, "height": height].mapValues { $0.rounded(toDigits: 2) }
  }
}

/// A key point as programs read it.
private struct KeypointRecord: Encodable {
  let keypoint: Keypoint

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "name": keypoint.name, "x": keypoint.x.rounded(toDigits: 2), "y": keypoint.y.rounded(toDigits: 2),
    ])
  }
}
