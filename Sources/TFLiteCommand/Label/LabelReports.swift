import TFLiteInspection
import TFLiteVision

extension PictureReport where Self == PictureTableReport<ClassificationResult> {
  /// A table of the labels of each picture.
  static var labelTable: Self {
    PictureTableReport(nothing: "no label") { result in
      var table = TextTable(["label", "score"], rightAligned: [1])
      for label in result.classifications {
        table.add([label.label ?? "class \(label.classIndex)", Double(label.score).formatted(fractionDigits: 2)])
      }
      return table
    }
  }
}

extension PictureReport where Self == PictureJSONReport<ClassificationResult, LabelRecord> {
  /// The labels of each picture.
  static var labelJSON: Self {
    PictureJSONReport("labels") { $0.classifications.map(LabelRecord.init) }
  }
}

/// A label as programs read it.
struct LabelRecord: Encodable {
  let classification: Classification

  init(_ classification: Classification) { self.classification = classification }

  func encode(to encoder: any Encoder) throws {
    // An absent label is written as null, and so is a score that is no number.
    try encoder.write([
      "label": classification.label,
      "class_index": classification.classIndex,
      "score": classification.score.isFinite ? classification.score : nil,
    ])
  }
}
