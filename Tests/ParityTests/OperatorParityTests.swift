import LiteRTReference
import Testing

/// Generated single-operator models give the same bits here and in the reference kernels of the TFLite C library.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct OperatorParityTests {
  @Test(arguments: ParityRow.all) func equalsTheReferenceKernels(row: ParityRow) throws {
    let only = try TestEnvironment.onlyCase.map { try caseNumber($0, of: row) }
    guard only != .some(nil) else { return }  // Another row's case was asked for.

    let runner = ParityRunner(
      reference: LiteRTEngine(library: try Oracle.shared()), ours: InterpreterEngine(), seed: TestEnvironment.seed)
    let wanted = TestEnvironment.acceptedCases
    let tally = runner.run(row, wanted: wanted, only: only ?? nil)
    print(tally.line(row, seed: runner.seed))

    for failure in tally.failures.prefix(5) { Issue.record("\(failure)") }
    #expect(tally.failures.isEmpty, "\(tally.failures.count) cases of \(row.name) failed; the first ones are above")
    guard only == nil else { return }
    #expect(tally.accepted >= wanted, "\(tally.refused) models of \(row.name) were refused")
    #expect(tally.saturatedShare <= 0.5, "too many results of \(row.name) are saturated to tell much")
    #expect(tally.distinct > row.distinct, "the results of \(row.name) are too much alike to tell much")
  }

  /// The case that the environment asks for, where it is one of this row.
  private func caseNumber(_ text: String, of row: ParityRow) throws -> Int? {
    guard let space = text.lastIndex(of: " "), text[..<space] == row.name else { return nil }
    return try #require(Int(text[text.index(after: space)...]), "TFLITE_PARITY_CASE is no case: \(text)")
  }
}
