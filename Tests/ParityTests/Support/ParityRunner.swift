/// Runs generated models through both engines and counts what is the same.
struct ParityRunner {
  let reference: any Engine
  let ours: any Engine
  let seed: UInt64
  /// The tests that repeat a case.
  var suite = "OperatorParityTests"

  /// Runs the cases of a row until `wanted` of them were accepted by both engines, or only the one with the number
  /// `only`.
  func run(_ row: ParityRow, wanted: Int, only: Int? = nil) -> ParityTally {
    var tally = ParityTally()
    if let only {
      run(row, number: only, into: &tally)
      return tally
    }
    // Models are made to be refused now and then, not most of the time.
    for number in 0..<2 * wanted + 20 where tally.accepted < wanted {
      run(row, number: number, into: &tally)
    }
    return tally
  }

  private func run(_ row: ParityRow, number: Int, into tally: inout ParityTally) {
    let made = row.makeCase(number: number, seed: seed)
    func text(_ problem: String) -> String {
      """
      \(row.name), case \(number): \(problem)
        \(made.summary)
        repeat: TFLITE_PARITY_SEED=\(seed) TFLITE_PARITY_CASE='\(row.name) \(number)' swift test --filter \(suite)
      """
    }
    func fail(_ problem: String) { tally.failures.append(text(problem)) }
    let here = made.here
    let models: (reference: [UInt8], ours: [UInt8])
    do {
      models = (try made.serializedModel(), try here.serializedModel())
    } catch {
      return fail("the model cannot be written: \(error)")
    }
    switch (
      reference.run(model: models.reference, feeds: made.feeds), ours.run(model: models.ours, feeds: here.feeds)
    ) {
    case (.refused, .refused):
      tally.refused += 1
    case (.refused(let reason), .ran):
      tally.refusedByReference.append(text("only the C library refuses the model: \(reason)"))
    case (.ran, .refused(let reason)):
      fail("the C library runs the model, but it is refused here: \(reason)")
    case (.ran(let expected), .ran(let found)):
      guard expected.count == found.count else {
        return fail("\(found.count) outputs instead of \(expected.count)")
      }
      tally.accepted += 1
      let written = made.writtenElements?(expected)
      var problems: [String] = []
      for index in expected.indices {
        if let problem = tally.compare(
          reference: expected[index], ours: found[index], sketch: made.outputs[index], activation: made.activation,
          elements: written?[index])
        {
          problems.append("output \(index): \(problem)")
        }
      }
      if !problems.isEmpty { fail(problems.joined(separator: "; ")) }
    }
  }
}
