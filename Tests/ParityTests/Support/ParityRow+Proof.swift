import LiteRTReference
import Testing

extension ParityRow {
  /// Expects two engines to give the same bits on as many generated models as are wanted, whose results differ enough to
  /// tell something, and prints the counts.
  ///
  /// - Parameters:
  ///   - title: stands in front of the printed counts.
  ///   - only: the one model to run; then nothing is asked of how many there are.
  func expectSameBits(
    reference: any Engine, ours: any Engine, title: String = "", only: Int? = nil
  ) {
    let runner = ParityRunner(reference: reference, ours: ours, seed: TestEnvironment.seed)
    let wanted = TestEnvironment.acceptedCases
    let tally = runner.run(self, wanted: wanted, only: only)
    print(title + tally.line(self, seed: runner.seed))

    let failures = tally.refusedByReference + tally.failures
    for failure in failures.prefix(5) { Issue.record("\(failure)") }
    let failed = failures.count
    #expect(failed == 0, "\(failed) cases of \(name) failed; the first ones are above")
    guard only == nil else { return }
    #expect(tally.accepted >= wanted, "\(tally.refused) models of \(name) were refused")
    // Of fewer models, one alone can have most of the elements.
    guard wanted >= 100 else { return }
    #expect(tally.saturatedShare <= 0.5, "too many results of \(name) are saturated to tell much")
    #expect(tally.distinct > distinct, "the results of \(name) are too much alike to tell much")
  }

  /// The same beside the C library's default mode, with XNNPACK's numerics.
  func expectSameBitsOnXNNPACK() throws {
    expectSameBits(
      reference: LiteRTEngine(library: try Oracle.shared(), kernelMode: .xnnpack),
      ours: InterpreterEngine(numerics: .xnnpack(on: .x86_64)), title: "XNNPACK ")
  }
}
