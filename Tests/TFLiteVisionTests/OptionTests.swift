import Foundation
import TFLiteImageCodecs
import TFLiteModelManager
import TestModels
import Testing

@testable import TFLiteVision

/// Options that nobody can mean are an error, and say which.
@Suite struct OptionTests {
  private let picture: Image

  init() throws { picture = try Image(width: 8, height: 8, pixels: [UInt8](repeating: 90, count: 192)) }

  @Test(arguments: [Float.nan, -1, 2, .infinity]) func thresholdsOfObjects(_ threshold: Float) throws {
    let detector = try Detector(model: ModelSketch.detector().model)
    let error = #expect(throws: VisionError.self) { try detector.detect(in: picture, scoreThreshold: threshold) }
    #expect(error?.localizedDescription == "scoreThreshold is \(threshold), expected 0 to 1")
    let options = ObjectDetectorOptions()
    options.detectionScoreThreshold = threshold
    #expect(throws: VisionError.self) { try ObjectDetector(options: options) }
    // What a factory method cannot throw comes with the first picture.
    #expect(throws: VisionError.self) {
      try ObjectDetector.objectDetector(options: options).results(in: VisionImage(picture))
    }
  }

  @Test func counts() throws {
    let detector = try Detector(model: ModelSketch.detector().model)
    #expect(throws: VisionError.invalidOption(name: "maxResults", value: "-1", expected: "0 or more")) {
      try detector.detect(in: picture, maxResults: -1)
    }
    #expect(try detector.detect(in: picture, maxResults: 0).detections.isEmpty)
    let options = ObjectDetectorOptions()
    options.maxObjectCount = -5
    #expect(throws: VisionError.invalidOption(name: "maxObjectCount", value: "-5", expected: "0 or more")) {
      try ObjectDetector(options: options)
    }
  }

  @Test func ofLabelers() throws {
    let options = ImageLabelerOptions()
    options.confidenceThreshold = NSNumber(value: Float.nan)
    #expect(throws: VisionError.invalidOption(name: "confidenceThreshold", value: "nan", expected: "a number")) {
      try ImageLabeler(options: options)
    }
    options.confidenceThreshold = 0.5
    options.maxResultCount = -1
    #expect(throws: VisionError.invalidOption(name: "maxResultCount", value: "-1", expected: "0 or more")) {
      try ImageLabeler(options: options)
    }
    let custom = CustomObjectDetectorOptions(localModel: try LocalModel(.codeSymbology))
    custom.shouldEnableClassification = true
    custom.maxPerObjectLabelCount = -1
    #expect(throws: VisionError.invalidOption(name: "maxPerObjectLabelCount", value: "-1", expected: "0 or more")) {
      try ObjectDetector(options: custom)
    }
  }
}
