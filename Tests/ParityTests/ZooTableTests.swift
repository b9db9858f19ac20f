import Foundation
import TFLite
import TFLiteSchema
import TestModels
import Testing

/// The documentation's table of all models of the zoo says what becomes of each.
@Suite(.enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct ZooTableTests {
  private static let file = TestEnvironment.packageRoot.appending(path: "Sources/TFLite/TFLite.docc/ZooModels.md")

  /// Models whose results are those of TFLite, as other suites prove.
  private static let proven: Set<String> = Set(
    LayerParityTests.models + ZooParityTests.models + ZooParityTests.statefulModels + RestOfZooParityTests.models
      + RestOfZooParityTests.modelsOfPython + RestOfZooParityTests.transposedModels)

  @Test func isUpToDate() throws {
    let rows = Zoo.entries.sorted { $0.file < $1.file }.map {
      ($0, Self.proven.contains($0.file) ? nil : refusal(of: $0))
    }
    let exact = rows.count { Self.proven.contains($0.0.file) }
    let refused = rows.count { $0.1 != nil }
    let lines = rows.map { entry, refusal in
      let outcome =
        Self.proven.contains(entry.file) ? "exact" : refusal.map { "refused: \($0)" } ?? "runs; nothing to compare with"
      return "| \(entry.file) | \(entry.oracle) | \(outcome) |"
    }
    let text = """
      # Models of the test zoo

      What becomes of every public model that the tests use.

      ## Overview

      This article is made by `TFLITE_WRITE_DOCUMENTS=1 swift test --filter ZooTableTests`; a test fails when it is stale.
      *Exact* means that every element of every operator's outputs, on at least two inputs, is that of the reference
      kernels of TFLite: the C library (`c`; `c-static` without open shapes) or the Python interpreter; the suites
      LayerParityTests, ZooParityTests and RestOfZooParityTests compare them. `none` are models that neither runs as the
      zoo's catalogue records; where they are exact all the same, they were given inputs that fit.

      \(rows.count) models: \(exact) exact, \(refused) refused with a reason, \(rows.count - exact - refused) run and have
      nothing to be compared with.

      | Model | Oracle | Outcome |
      |---|---|---|
      \(lines.joined(separator: "\n"))

      """
    if TestEnvironment.writesDocuments { try Data(text.utf8).write(to: Self.file, options: .atomic) }
    let stored = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      stored == text, "\(Self.file.path) is stale: TFLITE_WRITE_DOCUMENTS=1 swift test --filter ZooTableTests writes it"
    )
  }

  /// Models with an oracle are exact, or the suites that compare them fail.
  @Test func everyModelWithAnOracleIsProven() {
    #expect(Set(Zoo.runnable.map(\.file)).subtracting(Self.proven).isEmpty)
  }

  /// Why a model does not run on zeros; nil where it does.
  private func refusal(of entry: Zoo.Entry) -> String? {
    do {
      let interpreter = try Interpreter(model: Model(contentsOfFile: entry.path))
      try interpreter.allocate()
      try interpreter.invoke()
      return nil
    } catch {
      let text = "\(error)".replacing("TensorFlow Lite Error: ", with: "").replacing(entry.path, with: "the file")
      return text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
  }
}
