import Testing

/// Fuzzing has a model of each operator and type to begin with. Those that call subgraphs or keep values come from
/// ``ControlFlowParityTests``.
@Suite struct FuzzingSeedTests {
  @Test(arguments: ParityRow.all) func hasAModel(row: ParityRow) throws {
    let made = (0..<16).map { row.makeCase(number: $0, seed: TestEnvironment.seed) }.filter { $0.isAccepted() }
    let models = try made.map { try $0.serializedModel() }
    try #require(!models.isEmpty, "none of 16 models is accepted")
    try FuzzingSeed.write(row.name, smallestOf: models)
  }
}
