import Foundation
import TFLiteCodeReader
import TFLiteInspection
import TFLiteVision

extension PictureReport where Self == PictureTableReport<ReadResult> {
  /// A table of the codes in each picture.
  static var readingTable: Self {
    PictureTableReport(nothing: "no code") { result in
      var table = TextTable(
        ["label", "score", "x", "y", "width", "height", "format", "text"], rightAligned: [1, 2, 3, 4, 5])
      for found in result.codes {
        let object = found.detection?.cells ?? [found.label ?? "-", "-"] + found.box.cells
        table.add(object + [found.code?.format.rawValue ?? "-", found.code?.text ?? "-"])
      }
      return table
    }
  }
}

extension PictureReport where Self == PictureJSONReport<ReadResult, ReadingRecord> {
  /// The codes in each picture.
  static var readingJSON: Self {
    PictureJSONReport("detections") { $0.codes.map(ReadingRecord.init) }
  }
}

/// An object, and what the code there says, as programs read it.
struct ReadingRecord: Encodable {
  let found: DetectedCode

  init(_ found: DetectedCode) { self.found = found }

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "label": found.label,
      "class_index": found.detection?.classIndex,
      "score": found.detection?.score,
      "box": found.box.record,
      "format": found.code?.format.rawValue,
      "text": found.code?.text,
      "bytes": found.code.flatMap(Self.encodedBytes),
      "corners": found.code?.corners.map { ["x": $0.x, "y": $0.y].mapValues { $0.rounded(toDigits: 1) } },
    ])
  }

  /// The bytes in base64 where they are no UTF-8; nil where they are the text.
  private static func encodedBytes(of code: ReadCode) -> String? {
    String(validating: code.bytes, as: UTF8.self) == nil ? Data(code.bytes).base64EncodedString() : nil
  }
}
