import Foundation

/// A model with which fuzzing can begin: bytes that are made at random, or of other models, hardly ever are an operator that is
/// prepared to its end.
enum FuzzingSeed {
  /// Writes the smallest of some models, where `TFLITE_SEED_FOLDER` says.
  static func write(_ name: String, smallestOf models: [[UInt8]]) throws {
    guard let folder = TestEnvironment.seedFolder else { return }
    guard let smallest = models.min(by: { $0.count < $1.count }) else { return }
    let file = name.replacing("/", with: "-").replacing(" ", with: "-") + ".tflite"
    try Data(smallest).write(to: folder.appending(path: file))
  }
}
