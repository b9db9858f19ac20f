import Foundation
import TestModels

extension TemporaryFolder {
  /// A folder with a detector, and with a picture in which it finds three objects.
  static func withDetector() throws -> (folder: TemporaryFolder, model: String, picture: String) {
    let folder = try TemporaryFolder()
    return (
      folder, try folder.write(try ModelSketch.detector().model.serialized(), "model.tflite"),
      try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    )
  }

  /// Makes a folder that holds the sample picture many times.
  ///
  /// - Returns: its path.
  func makeSamples(_ count: Int) throws -> String {
    let samples = path("many")
    try FileManager.default.createDirectory(atPath: samples, withIntermediateDirectories: true)
    for number in 0..<count {
      try FileManager.default.createSymbolicLink(
        atPath: "\(samples)/\(number).jpg", withDestinationPath: SampleCodes.picturePath)
    }
    return samples
  }
}
