import Foundation
import LiteRTReference
import Synchronization
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

/// What the reference kernels run, runs here: every operator is tried with operands of other types than its parity rows
/// have. What only the C library takes, it takes for a reason that an article names.
@Suite(.enabled(if: Oracle.isSupported && LongTests.isCampaign, "minutes long: Scripts/campaign types"))
struct ReferenceProbeTests {
  private static let file = TestEnvironment.packageRoot.appending(
    path: "Sources/TFLiteKernels/TFLiteKernels.docc/RefusedTypes.md")

  private static let operatorNames = OperatorRegistry.standard.operatorNames.filter {
    !ControlFlowParityTests.operatorNames.contains($0)
  }

  /// Operators that read the elements of all types as float32, also of those that are as wide, which cannot be told from
  /// moving them.
  private static let readingFloats = ["FAKE_QUANT"]

  @Test func runsWhatTheReferenceRuns() throws {
    let found = try Self.probeAll { try $0.run() }
    #expect(ReferenceResolver.missing(among: try ReferenceResolver.operators()).isEmpty)
    for name in Self.operatorNames {
      guard let result = found[name] else { continue }
      print(
        "probe: \(padded(name, 30)) \(result.tried) combinations of types, \(result.both.count) run in both engines, "
          + "\(result.onlyThere.count) only there, \(result.explained.count) there for a known reason, "
          + "\(result.onlyHere.count) only here")
    }
    let unexplained = Self.operatorNames.filter { !Self.readingFloats.contains($0) }.flatMap { name in
      (found[name]?.onlyThere ?? []).map { "\(name): \($0)" }.sorted()
    }
    #expect(unexplained.isEmpty, "only the C library runs \(unexplained.prefix(40).joined(separator: "\n"))")
    if TestEnvironment.writesDocuments {
      try Data(Self.article(found).utf8).write(to: Self.file, options: .atomic)
    }
  }

  @Test func runsConstantsAndWhatIsFed() throws {
    try Self.expectNone("constants") { try $0.refusedConstants() }
  }

  /// Operators of which the C library does not compare the shapes of operands with each other or with the options, so that it
  /// runs some that contradict each other.
  private static let takingContradictoryShapes: Set = [
    "BIDIRECTIONAL_SEQUENCE_RNN", "NumericVerify", "REDUCE_WINDOW", "RNN", "SEGMENT_SUM", "STABLEHLO_GATHER",
    "STABLEHLO_PAD", "STABLEHLO_REDUCE_WINDOW", "STABLEHLO_SCATTER", "STABLEHLO_SHIFT_LEFT", "STRIDED_SLICE", "SVDF",
  ]

  @Test func runsOtherRanks() throws {
    try Self.expectNone("ranks", but: Self.takingContradictoryShapes) { try $0.refusedRanks() }
  }

  /// Expects no operator to be refused here alone, but for some.
  private static func expectNone(
    _ what: String, but known: Set<String> = [], _ refused: @Sendable (OperandProbe) throws -> [String]
  ) throws {
    let found = try probeAll(refused).filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    for (name, cases) in found {
      print("probe: \(padded(name, 30)) \(cases.count) combinations of \(what) run only there: \(cases.prefix(3))")
    }
    #expect(found.map(\.key).filter { !known.contains($0) }.isEmpty)
  }

  /// The results of all operators, some at a time.
  private static func probeAll<Value: Sendable>(
    _ body: @Sendable (OperandProbe) throws -> Value
  ) throws -> [String: Value] {
    let results = Mutex<[String: Swift.Result<Value, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: operatorNames.count) { index in
      let result = Swift.Result { try body(OperandProbe(operatorNames[index])) }
      results.withLock { $0[operatorNames[index]] = result }
    }
    return try results.withLock { $0 }.mapValues { try $0.get() }
  }

  private static func article(_ found: [String: OperandProbe.Result]) -> String {
    func list(_ texts: (OperandProbe.Result) -> [String]) -> String {
      operatorNames.compactMap { name in
        guard let result = found[name] else { return nil }
        let texts = texts(result)
        return texts.isEmpty ? nil : "- \(name): \(texts.joined(separator: "; "))"
      }.joined(separator: "\n")
    }
    return """
      # Refused types

      Why the C library runs combinations of types that are refused here.

      ## Overview

      `TFLITE_WRITE_DOCUMENTS=1 Scripts/campaign types` makes this article: every operator of <doc:SupportedOperators> is tried
      with operands of other types than its parity rows have, in the reference kernels of the TFLite C library and here.
      What runs only there, runs for one of these reasons; a campaign fails where there is another one.

      1. **Nobody looks at a type.** The kernel takes the elements for those of another type, which the probe shows: from the
         same bytes come the same bytes. A result that is stated as another type than it has is the most common case.
      2. **Elements of another width.** Operands and results have one type, and the kernel takes its elements for wider or
         narrower ones: those of 4 and 2 bits for bytes, for instance.
      3. **Nothing is computed.** The kernel says that all went well, and leaves the results as they were.
      4. **\(readingFloats.joined(separator: ", ")) reads every type as float32.**
      5. **Shapes that contradict each other or the options**, which some kernels do not compare:
         \(takingContradictoryShapes.sorted().joined(separator: ", ")).

      ## Types that nobody looks at

      \(list { $0.unlooked.sorted().map(\.description) })

      ## Elements of another width

      \(list { $0.misread.map { "\($0)".lowercased() }.sorted() })

      ## Nothing is computed

      \(list { $0.idle.map(\.description).sorted() })

      """
  }
}
