import Foundation
import Testing

/// There are models to begin fuzzing with: bytes that are made at random, or of other models, hardly ever are an operator that
/// is prepared to its end.
@Suite struct FuzzingSeedTests {
  /// Written where `TFLITE_SEED_FOLDER` says: the smallest of some models that the operator accepts.
  @Test(arguments: ParityRow.all) func hasAModel(row: ParityRow) throws {
    let made = (0..<16).map { row.makeCase(number: $0, seed: TestEnvironment.seed) }.filter { $0.isAccepted() }
    let models = try made.map { try $0.serializedModel() }
    let smallest = try #require(models.min { $0.count < $1.count }, "none of 16 models is accepted")
    guard let folder = TestEnvironment.seedFolder else { return }
    let name = row.name.replacing("/", with: "-").replacing(" ", with: "-")
    try Data(smallest).write(to: folder.appending(path: name + ".tflite"))
  }
}
