import Foundation
import LiteRTReference
import Synchronization
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

/// What the reference kernels run, runs here: every operator is tried with operands of other types than its parity rows
/// have. What only the C library takes is listed in an article, which must name all of it.
@Suite(.enabled(if: Oracle.isSupported && LongTests.isCampaign, "minutes long: Scripts/campaign types"))
struct ReferenceProbeTests {
  private static let file = TestEnvironment.packageRoot.appending(
    path: "Sources/TFLiteKernels/TFLiteKernels.docc/RefusedTypes.md")

  /// Some numbers of the schema only stand for something else.
  private static let stands: Set<BuiltinOperator> = [.custom, .delegate, .placeholderForGreaterOpCodes]

  private static let operatorNames = OperatorRegistry.standard.operatorNames.filter {
    !ControlFlowParityTests.operatorNames.contains($0)
  }

  @Test func runsWhatTheReferenceRuns() throws {
    let found = try Self.probeAll()
    let missing = try Self.missingOperators()
    for name in Self.operatorNames {
      guard let result = found[name] else { continue }
      print(
        "probe: \(padded(name, 30)) \(result.tried) combinations of types, \(result.both.count) run in both engines, "
          + "\(result.onlyThere.count) only there, \(result.unchecked.count) unchecked there, "
          + "\(result.onlyHere.count) only here")
    }
    let entries =
      missing.map { "- \($0)" }
      + Self.operatorNames.flatMap { name in
        (found[name]?.onlyThere ?? []).map { "- \(name): \($0)" }.sorted()
      }
    if TestEnvironment.writesDocuments {
      try Data(Self.text(entries).utf8).write(to: Self.file, options: .atomic)
    }
    let listed = Set(try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init))
    let unlisted = entries.filter { !listed.contains($0) }
    #expect(
      unlisted.isEmpty,
      "the C library runs what is refused here and \(Self.file.lastPathComponent) does not list: \(unlisted.prefix(40))"
    )
    // What the article lists and runs by now; a short run does not try all of it.
    let accepted = Set(found.flatMap { name, result in result.both.map { "- \(name): \($0)" } })
    let stale = listed.intersection(accepted).union(
      listed.filter { $0.hasPrefix("- ") && !$0.contains(":") }.subtracting(missing.map { "- \($0)" }))
    #expect(stale.isEmpty, "\(Self.file.lastPathComponent) lists what runs: \(stale.sorted().prefix(40))")
  }

  /// The results of all operators, some at a time.
  private static func probeAll() throws -> [String: OperandProbe.Result] {
    let results = Mutex<[String: Swift.Result<OperandProbe.Result, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: operatorNames.count) { index in
      let result = Swift.Result { try OperandProbe(operatorNames[index]).run() }
      results.withLock { $0[operatorNames[index]] = result }
    }
    return try results.withLock { $0 }.mapValues { try $0.get() }
  }

  /// The operators that the C library has, and that are not registered here.
  private static func missingOperators() throws -> [String] {
    let registered = Set(OperatorRegistry.standard.operatorNames)
    let candidates = BuiltinOperator.allCases.filter { !registered.contains($0.schemaName) && !stands.contains($0) }
    var known: Set<String> = []
    for kernels in [LiteRTKernelMode.reference, .builtin] {
      let questions = try candidates.map { code in
        let made = OperatorCase(code: code, inputs: [.float([1], [1])], outputs: [.float([1])])
        return ReferenceProbe.Question(model: try made.serializedModel(), feeds: made.feeds, kernels: kernels)
      }
      for (code, answer) in zip(candidates, try ReferenceProbe.shared.answers(to: questions)) {
        // A resolver that does not know the operator makes no interpreter; kernels refuse the operands.
        if case .refused(let reason) = answer, reason.hasPrefix("LiteRtCreateCompiledModel") { continue }
        known.insert(code.schemaName)
      }
    }
    return known.sorted()
  }

  private static func text(_ entries: [String]) -> String {
    """
    # Refused types

    Operators and types of operands that the C library takes and that are refused here.

    ## Overview

    This article is made by `TFLITE_WRITE_DOCUMENTS=1 Scripts/campaign types`, which
    tries every operator of <doc:SupportedOperators> with operands of other types than its parity rows have, in the reference
    kernels of the TFLite C library and here. What the C library takes without looking,
    because it reads or writes the elements of an operand as if they had another type, is not listed.

    A name alone is an operator that is missing here. Types are those of the inputs and, behind the arrow, of the outputs.

    \(entries.joined(separator: "\n"))

    """
  }
}
