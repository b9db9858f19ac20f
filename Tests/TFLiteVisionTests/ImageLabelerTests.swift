import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

@Suite struct ImageLabelerTests {
  private let file: TestDetectors.ModelFile

  init() throws { file = try TestDetectors.ModelFile(ModelSketch.classifier().model, labels: "red\ngreen\nblue\n") }

  /// One color: scores 0.125, 0.5 and 0.25.
  private func picture() throws -> VisionImage {
    try VisionImage(pixels: [32, 128, 64] as [UInt8], width: 1, height: 1, format: .rgb)
  }

  @Test func givesTheBestFirst() throws {
    let options = CustomImageLabelerOptions(localModel: file.localModel)
    #expect(options.confidenceThreshold == nil && options.maxResultCount == 10)
    let all = [
      ImageLabel(text: "green", confidence: 0.5, index: 1), ImageLabel(text: "blue", confidence: 0.25, index: 2),
      ImageLabel(text: "red", confidence: 0.125, index: 0),
    ]
    #expect(try ImageLabeler(options: options).results(in: picture()) == all)
    options.confidenceThreshold = 0.25
    #expect(try ImageLabeler(options: options).results(in: picture()) == Array(all.prefix(2)))
    options.maxResultCount = 1
    #expect(try ImageLabeler(options: options).results(in: picture()) == Array(all.prefix(1)))
  }

  @Test func looksAtARegion() throws {
    let options = CustomImageLabelerOptions(localModel: file.localModel)
    let quarters = try TestDetectors.picture()
    for (region, best) in [
      (CGRect(x: 10, y: 60, width: 50, height: 30), "blue"), (CGRect(x: 150, y: -20, width: 99, height: 40), "green"),
    ] {
      options.regionOfInterest = region
      #expect(try ImageLabeler(options: options).results(in: quarters).first?.text == best)
    }
    for region in [CGRect(x: 200, y: 0, width: 5, height: 5), CGRect(x: 10, y: 10, width: 0, height: 4)] {
      options.regionOfInterest = region
      #expect(throws: VisionError.emptyRegion(BoundingBox(region))) {
        try ImageLabeler(options: options).results(in: quarters)
      }
    }
  }

  @Test func answersLater() async throws {
    let labeler = ImageLabeler.imageLabeler(options: CustomImageLabelerOptions(localModel: file.localModel))
    let picture = try picture()
    #expect(try await labeler.process(picture).count == 3)
    let labels = await withCheckedContinuation { continuation in
      labeler.process(picture) { labels, error in
        #expect(error == nil)
        continuation.resume(returning: labels)
      }
    }
    #expect(labels?.first?.text == "green")
  }

  @Test func saysWhatIsWrong() throws {
    let detector = try TestDetectors.ModelFile(ModelSketch.detector().model)
    #expect { try ImageLabeler(options: CustomImageLabelerOptions(localModel: detector.localModel)) } throws: {
      "\($0)".hasPrefix("the model is no classifier: it has 4 outputs")
    }
    let short = try TestDetectors.ModelFile(ModelSketch.classifier().model, labels: "red\n")
    #expect(throws: VisionError.tooFewLabels(count: 1, classes: 3)) {
      try ImageLabeler(options: CustomImageLabelerOptions(localModel: short.localModel))
    }
  }
}
