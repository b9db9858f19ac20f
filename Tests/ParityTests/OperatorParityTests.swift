import Testing

/// Generated single-operator models give the same bits here and in the reference kernels of the TFLite C library.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct OperatorParityTests {
  @Test(arguments: ParityRow.all) func equalsTheReferenceKernels(row: ParityRow) throws {
    let only = TestEnvironment.onlyCase
    if let only {
      #expect(ParityRow.all.contains { $0.name == only.row }, "there is no row \(only.row)")
      guard only.row == row.name else { return }
    }
    let runner = ParityRunner(
      reference: try row.reference.engine(), ours: InterpreterEngine(), seed: TestEnvironment.seed)
    let wanted = TestEnvironment.acceptedCases
    let tally = runner.run(row, wanted: wanted, only: only?.number)
    print(tally.line(row, seed: runner.seed))

    for failure in tally.failures.prefix(5) { Issue.record("\(failure)") }
    let failed = tally.failures.count
    #expect(failed == 0, "\(failed) cases of \(row.name) failed; the first ones are above")
    guard only == nil else { return }
    #expect(tally.accepted >= wanted, "\(tally.refused) models of \(row.name) were refused")
    #expect(tally.saturatedShare <= 0.5, "too many results of \(row.name) are saturated to tell much")
    #expect(tally.distinct > row.distinct, "the results of \(row.name) are too much alike to tell much")
  }
}
