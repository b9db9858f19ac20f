import Foundation
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

/// What pixels at the size of a model's input are made of: as the model states, or as the caller does.
@Suite struct ResamplingTests {
  /// One pixel of this picture is (32, 0, 0) by bilinear interpolation, and (64, 0, 0) by area.
  private let picture: Image

  init() throws {
    picture = try Image(width: 4, height: 1, pixels: [0, 0, 0, 32, 0, 0, 32, 0, 0, 192, 0, 0])
  }

  private func stating(_ resampling: String?, _ sketch: ModelSketch) -> Model {
    resampling.map { sketch.model.stating($0, named: PictureMetadata.resamplingName) } ?? sketch.model
  }

  @Test(arguments: [(nil, 32), ("bilinear", 32), ("area", 64)] as [(String?, Float)])
  func modelsStateIt(_ statement: String?, _ red: Float) throws {
    // The scores of the three classes are the colors.
    let model = stating(statement, ModelSketch.classifier())
    let classifier = try Classifier(model: model)
    func score() throws -> Float {
      try classifier.classify(picture).classifications.first { $0.classIndex == 0 }?.score ?? 0
    }
    #expect(try score() == red / 256)
    let input = model.subgraphs[0].tensors[Int(model.subgraphs[0].inputs[0])]
    #expect(try PictureFeed.bytes(of: picture, for: input, in: model).first == UInt8(red))

    // Callers know better.
    for (resampling, red) in [(.bilinear, 32), (.area, 64)] as [(Resampling, Float)] {
      classifier.resampling = resampling
      #expect(try score() == red / 256)
      #expect(try PictureFeed.bytes(of: picture, for: input, in: model, resampling: resampling).first == UInt8(red))
    }
    let detector = try Detector(model: stating(statement, ModelSketch.detector()))
    #expect(detector.resampling.rawValue == statement ?? "bilinear")
  }

  @Test func anUnknownOneIsToldAndLeftOut() throws {
    let classifier = try Classifier(model: stating("cubic", ModelSketch.classifier()))
    #expect(classifier.resampling == .bilinear)
    let warning = try #require(classifier.warning)
    #expect(warning.contains(#"swift-tflite.resampling is "cubic", expected ["bilinear", "area"]"#), "\(warning)")
  }

  @Test func objectDetectorsTakeIt() throws {
    func boxes(_ resampling: Resampling?) throws -> [BoundingBox] {
      let options = ObjectDetectorOptions()
      options.detectorMode = .singleImage
      options.shouldEnableMultipleObjects = true
      options.resampling = resampling
      let detector = try ObjectDetector(options: options)
      return try detector.results(in: VisionImage(contentsOfFile: SampleCodes.picturePath)).map(\.detection.box)
    }
    // The bundled model states how it was trained.
    #expect(try boxes(nil) == boxes(.area))
    #expect(try boxes(nil) != boxes(.bilinear))
  }
}
