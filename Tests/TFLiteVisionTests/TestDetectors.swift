import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TestModels

@testable import TFLiteVision

/// Detectors and labelers on models without weights.
enum TestDetectors {
  /// A picture with three objects: classes 0, 2 and 1 with scores 0.875, 0.75 and 0.5.
  static func picture() throws -> VisionImage {
    let source = QuarteredPicture.threeObjects
    return try VisionImage(pixels: source.pixels, width: source.width, height: source.height, format: .rgb)
  }

  /// A file that is there as long as the value.
  final class ModelFile {
    let folder: URL
    let localModel: LocalModel

    init(_ model: Model, labels: String? = nil) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vision-\(UUID().uuidString)")
      self.folder = folder
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appendingPathComponent("model.tflite").path
      try Data(model.serialized()).write(to: URL(fileURLWithPath: path))
      let labelsPath = labels.map { _ in folder.appendingPathComponent("labels.txt").path }
      if let labels, let labelsPath { try labels.write(toFile: labelsPath, atomically: true, encoding: .utf8) }
      localModel = LocalModel(path: path, labelsPath: labelsPath)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  static func configure(
    _ options: CommonObjectDetectorOptions, _ mode: ObjectDetectorMode, multiple: Bool, classify: Bool
  ) {
    options.detectorMode = mode
    options.shouldEnableMultipleObjects = multiple
    options.shouldEnableClassification = classify
  }

  /// - Parameter labels: names of the three classes.
  static func detector(
    _ mode: ObjectDetectorMode, multiple: Bool, classify: Bool = false, labels: String? = nil,
    _ change: (ObjectDetectorOptions) -> Void = { _ in }
  ) throws -> ObjectDetector {
    let file = try ModelFile(ModelSketch.detector().model, labels: labels)
    let options = ObjectDetectorOptions()
    options.detectorModel = file.localModel
    configure(options, mode, multiple: multiple, classify: classify)
    change(options)
    return try ObjectDetector(options: options)
  }
}
