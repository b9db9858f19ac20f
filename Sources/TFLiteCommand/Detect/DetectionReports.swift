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
