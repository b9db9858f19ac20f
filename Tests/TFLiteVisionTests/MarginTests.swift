import TFLiteImageCodecs
import TestModels
import Testing

@testable import TFLiteVision

/// How much round an object's box a labeler sees, where its model states it.
@Suite struct MarginTests {
  private func classifier(stating margin: String?) throws -> Classifier {
    let model = ModelSketch.classifier().model
    return try Classifier(model: margin.map { model.stating($0, named: PictureMetadata.marginName) } ?? model)
  }

  /// The scores of the three classes are the colors.
  private func red(_ margin: String?) throws -> Float? {
    let picture = try Image(width: 3, height: 1, pixels: [128, 0, 0, 0, 0, 0, 128, 0, 0])
    let classifier = try classifier(stating: margin)
    classifier.resampling = .area
    let labeling = CropLabeling(classifier: classifier, scoreThreshold: 0, maxResults: 3)
    let middle = Detection(label: nil, classIndex: 0, score: 1, box: BoundingBox(x: 1, y: 0, width: 1, height: 1))
    return try labeling.labels(of: middle, in: picture).first { $0.index == 0 }?.confidence
  }

  @Test func isAddedOnEachSide() throws {
    #expect(try red(nil) == 0)
    #expect(try red("0") == 0)
    // All three pixels: two thirds of 128, of 256.
    #expect(try red("1") == Float(85) / 256)
  }

  @Test(arguments: ["", "wide", "-0.1", "1.5", "nan", "inf"])
  func whatIsNoMarginIsToldAndLeftOut(_ margin: String) throws {
    let classifier = try classifier(stating: margin)
    #expect(classifier.margin == 0)
    let warning = try #require(classifier.warning)
    #expect(warning.contains("swift-tflite.margin is \"\(margin)\", expected a number from 0 to 1"), "\(warning)")
  }

  @Test func boxesWithoutEndStay() {
    let box = BoundingBox(x: 0, y: 0, width: .infinity, height: 1)
    #expect(box.enlarged(by: 0.1) == box)
    #expect(box.enlarged(by: 0) == box)
  }

  @Test func copiesKeepIt() throws {
    #expect(try classifier(stating: "0.25").copy().margin == 0.25)
  }
}
