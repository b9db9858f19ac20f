import Foundation
import Testing

/// Writes models to begin fuzzing with: bytes that are made at random, or of other models, hardly ever are an operator that
/// is prepared to its end.
@Suite(.enabled(if: TestEnvironment.seedFolder != nil, "TFLITE_SEED_FOLDER names a folder for the models"))
struct FuzzingSeedTests {
  /// The smallest of some models that the operator accepts.
  @Test(arguments: ParityRow.all) func writesAModel(row: ParityRow) throws {
    let folder = try #require(TestEnvironment.seedFolder)
    let made = (0..<16).map { row.makeCase(number: $0, seed: TestEnvironment.seed) }.filter { $0.isAccepted() }
    let models = try made.map { try $0.serializedModel() }
    let smallest = try #require(models.min { $0.count < $1.count }, "none of 16 models is accepted")
    let name = row.name.replacing("/", with: "-").replacing(" ", with: "-")
    try Data(smallest).write(to: folder.appending(path: name + ".tflite"))
  }
}
