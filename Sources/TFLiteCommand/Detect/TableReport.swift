import Foundation
import TFLiteVision

/// A table for each picture.
final class TableReport: PictureReport {
  private let threshold: Float
  private static let header = ["label", "score", "x", "y", "width", "height"]

  init(threshold: Float) {
    self.threshold = threshold
  }

  func begin() {}

  func add(_ outcome: DetectionOutcome) {
    let size = "\(outcome.image.width)×\(outcome.image.height)"
    let time = outcome.result.inferenceTime.milliseconds.formatted(fractionDigits: 1)
    print("\(outcome.path)  \(size) pixels, inference \(time) ms")
    let detections = outcome.result.detections
    guard !detections.isEmpty else {
      print("  no object with a score of \(Double(threshold).formatted(fractionDigits: 2)) or more")
      return
    }
    let rows = [Self.header] + detections.map(row)
    let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + padding : padding + text
      }
      print("  " + cells.joined(separator: "  "))
    }
  }

  /// Failures are told on standard error.
  func add(failure: String, of path: String) {}

  func end() {}

  private func row(_ detection: Detection) -> [String] {
    let box = detection.box
    return [detection.label ?? "class \(detection.classIndex)", Double(detection.score).formatted(fractionDigits: 2)]
      + [box.x, box.y, box.width, box.height].map { $0.formatted(fractionDigits: 0) }
  }
}
