import Foundation
import Testing

/// The collection of real models. It lies beside the package, in `../shared/zoo`, or where `TFLITE_ZOO` says.
enum Zoo {
  static let folder: URL =
    ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/zoo")

  static let isPresent = FileManager.default.fileExists(atPath: models.path)

  static let absence: Comment = "the model zoo is neither at ../shared/zoo nor where TFLITE_ZOO says"

  static var models: URL { folder.appendingPathComponent("models") }

  /// All model files up to a size, by their path in the zoo.
  static func models(upTo byteCount: Int) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: models.path)) ?? []
    return paths.filter { path in
      guard path.hasSuffix(".tflite") || path.hasSuffix(".bin") else { return false }
      let attributes = try? FileManager.default.attributesOfItem(atPath: models.appendingPathComponent(path).path)
      return (attributes?[.size] as? Int).map { $0 <= byteCount } ?? false
    }.sorted()
  }
}
