import Foundation

/// The collection of real models. It lies beside the package, in `../shared/zoo`, or where `TFLITE_ZOO` says.
package enum Zoo {
  package static let folder: URL =
    ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/zoo")

  package static let isPresent = FileManager.default.fileExists(atPath: expectedResults.path)

  package static let absence = "the model zoo is neither at ../shared/zoo nor where TFLITE_ZOO says"

  package static var expectedResults: URL { folder.appendingPathComponent("expected.json") }

  package static var models: URL { folder.appendingPathComponent("models") }

  package static func model(_ name: String) -> String { models.appendingPathComponent(name).path }

  /// All model files up to a size, by their path among the models.
  package static func models(upTo byteCount: Int) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: models.path)) ?? []
    return paths.filter { path in
      (path.hasSuffix(".tflite") || path.hasSuffix(".bin")) && self.byteCount(ofModel: path) <= byteCount
    }.sorted()
  }

  /// The size of a model's file; the greatest number for one that is not there.
  package static func byteCount(ofModel path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: model(path))
    return attributes?[.size] as? Int ?? .max
  }

  package static func image(_ name: String) -> String { folder.appendingPathComponent("images/\(name)").path }
}

/// The detections that `expected.json` has published.
package struct PublishedDetections: Decodable {
  package let detection: [Row]

  package struct Row: Decodable {
    package let model: String
    package let image: String?
    package let expected: [Object]?
    package let tolerance: Tolerance?
    /// Of a video: its frames, and the box that each of them shows as top, left, bottom, right from 0 to 1.
    package let images: [String]?
    package let expected_boxes_y0x0y1x1: [[Double]]?
    package let class_index: Int?
    package let iou_at_least: Double?
  }

  package struct Object: Decodable {
    package let class_index: Int
    package let label: String?
    package let score: Double?
    package let box: [Double]?
    package let score_above: Double?
    package let iou_at_least: Double?
    package let box_ltrb: [Double]?
  }

  package struct Tolerance: Decodable {
    package let score: Double
    package let box_pixels: Double
  }

  package static func load() throws -> PublishedDetections {
    try JSONDecoder().decode(PublishedDetections.self, from: Data(contentsOf: Zoo.expectedResults))
  }
}
