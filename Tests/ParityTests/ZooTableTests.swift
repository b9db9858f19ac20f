import Foundation
import TFLite
import TFLiteSchema
import TestModels
import Testing

/// The documentation's table of all models of the zoo says what comparing each of them has come to.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct ZooTableTests {
  private static let file = TestEnvironment.packageRoot.appending(path: "Sources/TFLite/TFLite.docc/ZooModels.md")

  private enum Outcome {
    case compared(ComparisonTally.Counts)
    case refused(String)
    /// There is no operator, so that nothing is computed.
    case empty
    /// It runs, with an operator that no judge of whole models has, and which is compared in models of its own.
    case comparedAlone(String)
    /// It runs, and nothing says whether that is right.
    case unjudged

    var text: String {
      switch self {
      case .compared(let counts) where counts.differing == 0:
        "exact: \(counts.elements) elements in \(counts.runs) runs"
      case .compared(let counts): "**\(counts.differing) of \(counts.elements) elements differ**"
      case .refused(let reason): "refused: \(reason)"
      case .empty: "runs, and has no operator that computes anything"
      case .comparedAlone(let name): "runs; `\(name)` is compared in models of its own"
      case .unjudged: "**runs, and has nothing to be compared with**"
      }
    }
  }

  /// The comparisons are those of the suites named in the text, made here unless they have been.
  @Test(.enabled(if: TestEnvironment.seed == 2026, "some shapes follow from the usual seed"))
  func isUpToDate() throws {
    let rows = try Zoo.entries.sorted { $0.file < $1.file }.map { ($0, try outcome(of: $0)) }
    let compared = rows.compactMap { row -> ComparisonTally.Counts? in
      if case .compared(let counts) = row.1 { counts } else { nil }
    }
    let exact = compared.filter { $0.differing == 0 }
    let refused = rows.count { if case .refused = $0.1 { true } else { false } }
    let empty = rows.count { if case .empty = $0.1 { true } else { false } }
    let alone = rows.count { if case .comparedAlone = $0.1 { true } else { false } }
    let text = """
      # Models of the test zoo

      What becomes of every public model that the tests use.

      ## Overview

      This article is made by `TFLITE_WRITE_DOCUMENTS=1 swift test --filter ZooTableTests`, which compares the models again
      and counts; a test fails when it is stale. *Exact* means that every element of every operator's outputs is that of
      the reference kernels of TFLite: the C library (`c`; `c-static` without open shapes) or the Python interpreter. Each
      model runs on two inputs or more, one with a state at least five times in a row; LayerParityTests, ZooParityTests
      and RestOfZooParityTests tell on which. `none` are models that neither runs as the zoo's catalog records. Some of
      them are exact all the same: transposed convolutions, once they are given the shape of their output instead of
      zeros, a convolution without the bias that the C library asks for, which was given one of zeros, and strings, whose
      bytes count as elements.

      \(rows.count) models: \(exact.count) exact, with \(exact.reduce(0) { $0 + $1.elements }) elements in \
      \(exact.reduce(0) { $0 + $1.runs }) runs, \(compared.reduce(0) { $0 + $1.differing }) of which differ; \(refused) \
      refused with a reason; \(empty) without operators; \(alone) with an operator of MediaPipe or LiteRT that these \
      programs lack, so that it is compared in models of its own; \
      \(rows.count - compared.count - refused - empty - alone) that run and have nothing to be compared with.

      | Model | Oracle | Outcome |
      |---|---|---|
      \(rows.map { "| \($0.file) | \($0.oracle) | \($1.text) |" }.joined(separator: "\n"))

      """
    if TestEnvironment.writesDocuments { try Data(text.utf8).write(to: Self.file, options: .atomic) }
    let stored = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      stored == text, "\(Self.file.path) is stale: TFLITE_WRITE_DOCUMENTS=1 swift test --filter ZooTableTests writes it"
    )
    let unjudged = rows.filter { if case .unjudged = $0.1 { true } else { false } }.map(\.0.file)
    #expect(
      unjudged == [RestOfZooParityTests.modelWithoutOracle],
      "some models run, and nothing says whether that is right")
  }

  private func outcome(of entry: Zoo.Entry) throws -> Outcome {
    if let counts = try ZooComparison.counts(of: entry.file) { return .compared(counts) }
    #expect(entry.oracle == "none", "\(entry.file) could be compared")
    if let reason = refusal(of: entry) { return .refused(reason) }
    let hasOperators = try Model(contentsOfFile: entry.path).subgraphs.contains { !$0.operators.isEmpty }
    let names = Set(ParityRow.mediaPipe.map(\.operatorName))
    let custom = try Model(contentsOfFile: entry.path).operatorCodes.map(\.customCode).first(where: names.contains)
    return hasOperators ? custom.map { .comparedAlone($0) } ?? .unjudged : .empty
  }

  /// What a cell of a table has room for, which a test of the documentation holds to 200 characters.
  private static func shortened(_ text: String) -> String {
    guard text.count > 180, let end = text.prefix(178).lastIndex(of: " ") else { return text }
    return text[..<end] + " …"
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
      return Self.shortened(text.replacing("|", with: "\\|").replacing("\n", with: " "))
    }
  }
}
