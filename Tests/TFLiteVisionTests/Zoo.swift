import Foundation
import Testing

/// The collection of real models. It lies beside the package, in `../shared/zoo`, or where `TFLITE_ZOO` says.
enum Zoo {
  static let folder: URL =
    ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/zoo")

  static let isPresent = FileManager.default.fileExists(atPath: expectedResults.path)

  static let absence: Comment = "the model zoo is neither at ../shared/zoo nor where TFLITE_ZOO says"

  static var expectedResults: URL { folder.appendingPathComponent("expected.json") }

  static func model(_ name: String) -> String { folder.appendingPathComponent("models/\(name)").path }

  static func image(_ name: String) -> String { folder.appendingPathComponent("images/\(name)").path }
}

/// The detections that `expected.json` has published.
struct PublishedDetections: Decodable {
  let detection: [Row]

  struct Row: Decodable {
    let model: String
    let image: String?
    let expected: [Object]?
    let tolerance: Tolerance?
  }

  struct Object: Decodable {
    let class_index: Int
    let label: String?
    let score: Double?
    let box: [Double]?
    let score_above: Double?
    let iou_at_least: Double?
    let box_ltrb: [Double]?
  }

  struct Tolerance: Decodable {
    let score: Double
    let box_pixels: Double
  }

  static func load() throws -> PublishedDetections {
    try JSONDecoder().decode(PublishedDetections.self, from: Data(contentsOf: Zoo.expectedResults))
  }
}
