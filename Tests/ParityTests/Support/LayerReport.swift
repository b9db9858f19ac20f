import Foundation
import Synchronization

/// The parity by layer of all models that this run of the tests has compared, as a file that a person can read.
final class LayerReport: Sendable {
  static let shared = LayerReport(
    file: TestEnvironment.packageRoot.appending(path: ".build/parity/layers.md"))

  /// One run of one model.
  struct Row: Sendable {
    let model: String
    let input: String
    /// The program that gave the expected bits.
    let oracle: String
    let operators: Int
    let elements: Int
    let differing: Int
  }

  private let file: URL
  private let rows = Mutex<[Row]>([])

  init(file: URL) { self.file = file }

  /// Adds a row, and writes the file anew.
  func add(_ row: Row) throws {
    try rows.withLock { rows in
      if rows.isEmpty { print("parity by layer: the table is written to \(file.path)") }
      rows.append(row)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.text(rows).utf8).write(to: file, options: .atomic)
    }
  }

  /// The table, models in the order of the alphabet, and its totals.
  static func text(_ rows: [Row]) -> String {
    let sorted = rows.sorted { ($0.model, $0.input) < ($1.model, $1.input) }
    let models = Set(rows.map(\.model)).count
    let (elements, differing) = rows.reduce((0, 0)) { ($0.0 + $1.elements, $0.1 + $1.differing) }
    let lines = sorted.map {
      "| \($0.model) | \($0.input) | \($0.oracle) | \($0.operators) | \($0.elements) | \($0.differing) |"
    }
    return """
      # Parity by layer

      Every output of every operator of these models, compared bit by bit with the reference kernels of TFLite: computed
      with the best instruction set of this machine, exposed on one thread, and seen by an observer on two.
      \(models) models, \(rows.count) runs, \(elements) elements, \(differing) differing.

      | Model | Input | Oracle | Operators | Elements | Differing |
      |---|---|---|--:|--:|--:|
      \(lines.joined(separator: "\n"))

      """
  }
}
