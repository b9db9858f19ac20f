import Foundation
import Testing

/// The collection of real models. It lies beside the package, in `../shared/zoo`, or where `TFLITE_ZOO` says.
enum Zoo {
  static let folder: URL =
    ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/zoo")

  static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("catalogue.json").path)

  static let absence: Comment = "the model zoo is neither at ../shared/zoo nor where TFLITE_ZOO says"

  /// What the catalogue says about a model.
  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    struct Tensor: Decodable {
      let name: String
      let shape: [Int32]?
      let dtype: String
    }
    let file: String
    let inputs: [Tensor]?
    let outputs: [Tensor]?
    let ops: [String: Int]?
    let size: Int
    let oracle: String
    let embedded_files: [String]
    let metadata: Bool

    var path: String { Zoo.path(file) }
    var testDescription: String { file }
  }

  static func path(_ file: String) -> String { folder.appendingPathComponent("models/\(file)").path }

  /// All models; empty if there is no zoo.
  static let entries: [Entry] = {
    guard isPresent else { return [] }
    do {
      return try JSONDecoder().decode(
        [Entry].self, from: Data(contentsOf: folder.appendingPathComponent("catalogue.json")))
    } catch {
      fatalError("the catalogue of the zoo cannot be read: \(error)")
    }
  }()

  /// Models that a runtime is known to load and run.
  static let runnable = entries.filter { $0.oracle != "none" }
}
