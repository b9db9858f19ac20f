import Foundation
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

@Suite struct AutoMLManifestTests {
  private let file: TestDetectors.ModelFile

  init() throws { file = try TestDetectors.ModelFile(ModelSketch.classifier().model, labels: "red\ngreen\nblue\n") }

  private func manifest(_ text: String) throws -> String {
    let path = file.folder.appendingPathComponent("manifest.json").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func takesCommasBehindTheLastMember() throws {
    let path = try manifest(
      """
      {
        "modelType": "IMAGE_LABELING",
        "modelFile": "model.tflite",
        "labelsFile": "labels.txt",
      }
      """)
    let model = try #require(LocalModel(manifestPath: path))
    #expect(model.path == file.localModel.path && model.manifestPath == path)
    #expect(try AutoMLManifest(contentsOfFile: path).modelType == "IMAGE_LABELING")
    let labeler = try ImageLabeler(options: CustomImageLabelerOptions(localModel: model))
    #expect(try labeler.results(in: TestDetectors.picture()).map(\.text).sorted() == ["blue", "green", "red"])
  }

  @Test(
    arguments: [
      ("{\"modelFile\": \"../model.tflite\"}", "no file in its folder"),
      ("{\"modelFile\": \"/etc/passwd\"}", "no file in"),
      ("{\"modelFile\": \"model.tflite\", \"labelsFile\": \"a/../../b\"}", "no file in its folder"),
      ("{\"labelsFile\": \"dict.txt\"}", "no \"modelFile\""), ("{\"modelFile\": 7}", "\"modelFile\" is no text"),
      ("{\"modelFile\": ", "no JSON"), ("", "no JSON"),
    ])
  func refusesBrokenManifests(_ text: String, _ reason: String) throws {
    let path = try manifest(text)
    #expect { try AutoMLManifest(contentsOfFile: path) } throws: { error in
      "\(error)".hasPrefix("\(path): cannot read the manifest: ") && "\(error)".contains(reason)
    }
    #expect(LocalModel(manifestPath: path) == nil)
    let older = VisionOnDeviceAutoMLImageLabelerOptions(localModel: AutoMLLocalModel(manifestPath: path))
    #expect(throws: ModelManagerError.self) {
      try Vision.vision().onDeviceAutoMLImageLabeler(options: older).results(in: TestDetectors.picture())
    }
  }

  @Test func refusesAMissingManifest() {
    #expect(LocalModel(manifestPath: "/nowhere/manifest.json") == nil)
    #expect(throws: ModelManagerError.self) { try AutoMLManifest(contentsOfFile: "/nowhere/manifest.json") }
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func publishedManifestNamesFilesThatAreNotThere() throws {
    // It was published with a comma behind its last member, and without its files.
    let path = Zoo.model("lab_automl/mlkit_flowers/ios_automl_labeler_manifest.json")
    let model = try #require(LocalModel(manifestPath: path))
    #expect(model.path.hasSuffix("mlkit_flowers/automl_labeler_model.tflite"))
    #expect(throws: ModelError.self) { try model.load() }
  }
}
