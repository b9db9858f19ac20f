import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

/// The documentation's table of plain loops names every operator of the zoo's models that runs them on a machine with
/// vectors, each with one of three reasons.
@Suite(.enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct PlainLoopsTests {
  private static let file = TestEnvironment.packageRoot.appending(path: "Sources/TFLite/TFLite.docc/PlainLoops.md")

  /// All operators of one model that run one kernel.
  private struct Row: Hashable {
    let model: String
    let kernel: String
    let count: Int
    /// With whose results.
    let numerics: Numerics
  }

  private static let numerics: [Numerics] = [.reference, .xnnpack]

  /// Why plain loops may run.
  private enum Reason: Hashable {
    case movesBytes
    /// Of the time of the model.
    case underOnePercent

    var text: String {
      switch self {
      case .movesBytes: "moves bytes"
      case .underOnePercent: "under 1 %"
      }
    }
  }

  @Test func everyRowIsListedWithAReason() throws {
    let rows = try Self.models.flatMap { model in try Self.numerics.flatMap { try self.rows(model, $0) } }
    if TestEnvironment.writesDocuments { try Data(document(rows).utf8).write(to: Self.file, options: .atomic) }
    let stored = try String(contentsOf: Self.file, encoding: .utf8)
    let listed = Set(stored.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst())
    var expected: Set<Substring> = []
    for row in rows {
      let reasons = [.underOnePercent] + (reason(row.kernel).map { [$0] } ?? [])
      let lines = reasons.map { Substring(line(row, $0)) }
      let found = lines.filter(listed.contains)
      #expect(found.count == 1, "\(row) runs plain loops without a reason")
      expected.formUnion(found)
    }
    let stale = listed.subtracting(expected)
    #expect(
      stale.isEmpty, "\(Self.file.path) is stale; TFLITE_WRITE_DOCUMENTS=1 measures and writes it: \(stale.sorted())")
  }

  /// Models that are there to be fast. Those of one operator each are there to be right.
  private static let models = Zoo.runnable.map(\.file).filter { !$0.hasPrefix("tiny_ops") }.sorted()

  private func rows(_ model: String, _ numerics: Numerics) throws -> [Row] {
    let plan = try prepared(model, numerics).plan
    let kernels = plan.operators.filter { $0.path == .plain && $0.fate != .folded }.compactMap(\.kernel)
    return Dictionary(grouping: kernels, by: \.self).map {
      Row(model: model, kernel: $0, count: $1.count, numerics: numerics)
    }
    .sorted { $0.kernel < $1.kernel }
  }

  /// An interpreter that has run where only a run prepares all operators.
  private func prepared(_ model: String, _ numerics: Numerics) throws -> Interpreter {
    var options = Interpreter.Options()
    options.numerics = numerics
    let interpreter = try Interpreter(model: Model(contentsOfFile: Zoo.model(model)), options: options)
    try interpreter.allocate()
    if try interpreter.plan.operators.contains(where: { $0.fate == .preparedInEveryRun }) { try interpreter.invoke() }
    return interpreter
  }

  /// The reason that a kernel has where it takes more of the time: one operation for each element read, loops of which
  /// the compiler makes vectors.
  private func reason(_ kernel: String) -> Reason? {
    let words = kernel.split(separator: " ")
    return ["relu", "relu6"].contains(words[0]) && words[1] == "float32" ? .movesBytes : nil
  }

  // MARK: Writing

  private func line(_ row: Row, _ reason: Reason) -> String {
    "| \(row.model) | `.\(row.numerics)` | `\(row.kernel)` | \(row.count) | \(reason.text) |"
  }

  private func document(_ rows: [Row]) throws -> String {
    var lines: [String] = []
    for (model, rows) in Dictionary(grouping: rows, by: \.model).sorted(by: { $0.key < $1.key }) {
      let shares = try Dictionary(uniqueKeysWithValues: Self.numerics.map { ($0, try self.shares(model, $0)) })
      for row in rows {
        let share = shares[row.numerics]?[row.kernel] ?? 0
        guard let reason = share < 0.01 ? .underOnePercent : reason(row.kernel) else {
          let percent = (share * 1000).rounded() / 10
          Issue.record("\(row) runs plain loops without a reason, \(percent) % of the model's time")
          continue
        }
        lines.append(line(row, reason))
      }
    }
    return """
      # Plain loops

      Which operators of real models do not use the processor's vectors, and why.

      ## Overview

      Every operator has plain loops, its specification; most have loops on vectors as well, and `tflite profile` shows which
      run. This table lists the operators of the test zoo's models that run plain loops on a machine with vectors: those that
      take under 1 % of their model's time, and those that move bytes at the speed of memory (their one operation for each
      element read costs nothing more). A test fails when another appears, and when a row is stale. Models of the folders
      `tiny_ops` are left out: they have one operator or two each, and are there for its arithmetic.

      `TFLITE_WRITE_DOCUMENTS=1 swift test -c release --filter PlainLoopsTests` measures the shares of time and writes the
      table.

      | Model | Numerics | Kernel | Operators | Reason |
      |---|---|---|---|---|
      \(lines.joined(separator: "\n"))

      """
  }

  /// The share of a model's time that each kernel takes: medians of watched runs on one thread.
  private func shares(_ model: String, _ numerics: Numerics) throws -> [String: Double] {
    let interpreter = try prepared(model, numerics)
    var random = SplitMix64(seed: TestEnvironment.seed, stream: model)
    for index in 0..<interpreter.inputTensorCount {
      let input = try interpreter.input(at: index)
      guard input.dataType == .float32 || input.dataType == .uInt8 || input.dataType == .int8 else { continue }
      let values = (0..<input.shape.dimensions.reduce(1, *)).map { _ in Float(random.int(-1000...1000)) / 1000 }
      let bytes =
        input.dataType == .float32
        ? values.withUnsafeBytes { Data($0) } : Data(values.map { UInt8(truncatingIfNeeded: Int($0 * 127)) })
      try interpreter.copy(bytes, toInputAt: index)
    }
    var times: [Int: (kernel: String, durations: [Duration])] = [:]
    interpreter.observer = Interpreter.Observer { run in
      times[run.index, default: (run.kernel, [])].durations.append(run.duration)
      return .proceed
    }
    for _ in 0..<9 { try interpreter.invoke() }
    let medians = times.values.map { ($0.kernel, $0.durations.sorted()[4] / .nanoseconds(1)) }
    let total = medians.reduce(0) { $0 + $1.1 }
    return Dictionary(medians.map { ($0.0, $0.1 / total) }, uniquingKeysWith: +)
  }
}
