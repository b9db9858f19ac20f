import Foundation
import LiteRTReference
import TFLite
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

  /// Random numbers go on where the invocation before ended.
  @Test(arguments: ParityRow.randomNumbers) func goesOnEquallyOverSeveralInvocations(row: ParityRow) throws {
    let library = try Oracle.shared()
    var compared = 0
    for number in 0..<(TestEnvironment.isFull ? 200 : 40) {
      let made = row.makeCase(number: number, seed: TestEnvironment.seed)
      guard made.isAccepted(), let reference = try? LiteRTModel(library: library, bytes: made.serializedModel()) else {
        continue
      }
      let interpreter = try Interpreter(modelData: Data(made.here.serializedModel()))
      try interpreter.allocate()
      for invocation in 0..<5 {
        let expected = try reference.run(inputs: made.feeds).map(\.bytes)
        let found = try interpreter.run(made.here.feeds).map(\.bytes)
        #expect(found == expected, "\(row.name), case \(number), invocation \(invocation)")
        compared += 1
      }
    }
    #expect(compared > 100)
  }
}
