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
    row.expectSameBits(reference: try row.reference.engine(), ours: InterpreterEngine(), only: only?.number)
  }
}
