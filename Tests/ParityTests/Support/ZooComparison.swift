import Synchronization

/// The comparison of whole models of the zoo, each made once in a run of the tests, whichever tests ask for it: those
/// that expect the same bits, or the one that holds the documentation to what has been counted.
final class ZooComparison: Sendable {
  private static let all = Mutex<[String: ZooComparison]>([:])

  private let counts = Mutex<Result<ComparisonTally.Counts, any Error>?>(nil)

  /// What came of comparing a model; others that ask meanwhile wait.
  ///
  /// - Returns: nil for a model that nothing compares.
  static func counts(of path: String) throws -> ComparisonTally.Counts? {
    guard let compare = way(of: path) else { return nil }
    let comparison = all.withLock { all in
      if let known = all[path] { return known }
      let made = ZooComparison()
      all[path] = made
      return made
    }
    return try comparison.counts.withLock { counts in
      let result = counts ?? Result { try compare(path).tally.counts }
      counts = result
      return try result.get()
    }
  }

  /// How a model is compared, and with which program: as the suite does whose list has it.
  private static func way(of path: String) -> ((String) throws -> LayerComparison)? {
    if LayerParityTests.models.contains(path) { return LayerParityTests.compare }
    if ZooParityTests.models.contains(path) { return ZooParityTests.compare }
    if ZooParityTests.statefulModels.contains(path) { return ZooParityTests.compareWithState }
    if RestOfZooParityTests.models.contains(path) { return RestOfZooParityTests.compare }
    if RestOfZooParityTests.modelsOfPython.contains(path) { return RestOfZooParityTests.compareInPython }
    if RestOfZooParityTests.transposedModels.contains(path) { return RestOfZooParityTests.compareTransposed }
    if RestOfZooParityTests.modelsOfStrings.contains(path) { return RestOfZooParityTests.compareStrings }
    if path == RestOfZooParityTests.modelWithoutBias { return RestOfZooParityTests.compareWithZeroBias }
    return nil
  }
}
