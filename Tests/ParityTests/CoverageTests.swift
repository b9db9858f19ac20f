import TFLiteKernels
import TFLiteSchema
import Testing

/// Every operator of the registry that computes has parity rows, for every combination of operand types that it accepts.
@Suite struct CoverageTests {
  private static let operatorNames = OperatorRegistry.standard.operatorNames.filter {
    !ControlFlowParityTests.operatorNames.contains($0)
  }
  /// As many as a row compares in a short run.
  private static let casesPerRow = 250
  /// How many cases of one combination of types are changed in search of others that are accepted.
  private static let samplesPerCombination = 3

  @Test func rowsAndExceptionsNameOperatorsThatExist() {
    let names = Set(OperatorRegistry.standard.operatorNames)
    #expect(Set(ParityRow.all.map(\.operatorName)).subtracting(names).isEmpty)
    #expect(Set(UnprovenTypes.all.flatMap(\.operators)).subtracting(names).isEmpty)
  }

  @Test(arguments: operatorNames)
  func everyAcceptedTypeHasARow(name: String) throws {
    let rows = ParityRow.all.filter { $0.operatorName == name }
    #expect(!rows.isEmpty, "\(name) is compared with nothing")
    let proven = samples(of: rows)
    let exceptions = UnprovenTypes.all.filter { $0.operators.contains(name) }
    var refusals: [OperandTypes: Int] = [:]
    var unproven: Set<OperandTypes> = []
    var used: Set<Int> = []
    for sample in proven.values.joined() {
      for changed in sample.withOtherTypes() {
        let types = OperandTypes(changed)
        guard proven[types] == nil, !unproven.contains(types), refusals[types, default: 0] < 12 else { continue }
        let isAccepted = changed.withOtherQuantization(of: types.all.subtracting(OperandTypes(sample).all))
          .contains { $0.isAccepted() }
        guard isAccepted else {
          refusals[types, default: 0] += 1
          continue
        }
        if let exception = exceptions.indices.first(where: { exceptions[$0].covers(types) }) {
          used.insert(exception)
        } else {
          unproven.insert(types)
        }
      }
    }
    let list = unproven.map(\.description).sorted()
    #expect(list.isEmpty, "\(name) accepts what no row proves, \(list.count) combinations: \(list.prefix(40))")
    let idle = exceptions.indices.filter { !used.contains($0) }.map { exceptions[$0].reason }
    #expect(idle.isEmpty, "\(name) accepts nothing that is excepted because: \(idle)")
  }

  /// Some cases of each combination of types that the rows have and that is accepted here.
  private func samples(of rows: [ParityRow]) -> [OperandTypes: [OperatorCase]] {
    var samples: [OperandTypes: [OperatorCase]] = [:]
    for row in rows {
      for number in 0..<Self.casesPerRow {
        let made = row.makeCase(number: number, seed: TestEnvironment.seed)
        let types = OperandTypes(made)
        guard samples[types, default: []].count < Self.samplesPerCombination, made.isAccepted() else { continue }
        samples[types, default: []].append(made)
      }
    }
    return samples
  }
}
