import Foundation
import TFLite
import TFLiteImageCodecs
import TestModels
import Testing

@testable import TFLiteVision

/// Pictures that were decoded with fewer pixels than they have.
@Suite struct ReducedPictureTests {
  @Test func onlyMeansOfPixelsDoWithLess() throws {
    let detector = try Detector(model: ModelSketch.detector().model)
    #expect(detector.neededSize == nil)
    detector.resampling = .area
    #expect(try #require(detector.neededSize) == (2, 2))
    detector.slicing = .automatic
    #expect(detector.neededSize == nil)
    let classifier = try Classifier(model: ModelSketch.classifier().model)
    #expect(classifier.neededSize == nil)
    classifier.resampling = .area
    #expect(classifier.neededSize != nil)
  }

  @Test func copiesAreAlike() throws {
    let source = QuarteredPicture.threeObjects
    let picture = try Image(width: source.width, height: source.height, pixels: source.pixels)
    let detector = try Detector(model: ModelSketch.detector().model, labels: LabelList(names: ["a", "b", "c"]))
    detector.channelOrder = .bgr
    detector.resampling = .area
    detector.slicing = .parts(4)
    let copy = try detector.copy()
    #expect(copy.channelOrder == .bgr && copy.resampling == .area && copy.slicing == .parts(4))
    #expect(try copy.detect(in: picture).detections == detector.detect(in: picture).detections)
    copy.slicing = nil
    #expect(detector.slicing == .parts(4))
    let classifier = try Classifier(model: ModelSketch.classifier().model)
    #expect(try classifier.copy().classify(picture).classifications == classifier.classify(picture).classifications)
  }

  /// Codes in a picture of 960 x 720, asked for as by a detector with a smaller input: the same objects, in pixels of the
  /// whole picture.
  @Test(arguments: [2, 4]) func boxesAreInPixelsOfTheWhole(_ divisor: Int) throws {
    let detector = try LocalModel(.codeDetector).load().makeDetector(head: nil, options: Interpreter.Options())
    let side = 720 / divisor / 2
    let picture = try ReducedImage(contentsOfFile: SampleCodes.picturePath, neededAt: (side, side))
    #expect(picture.width == 960 && picture.height == 720 && picture.image.width == 960 / divisor)
    let whole = try detector.detect(in: Image(contentsOfFile: SampleCodes.picturePath)).detections
    let reduced = try detector.detect(in: picture).detections
    #expect(whole.count == 5)
    guard divisor == 2 else {
      // Fewer pixels than the input has columns: coordinates are right all the same.
      let best = try #require(reduced.first)
      #expect(whole.contains { $0.box.intersectionOverUnion(with: best.box) > 0.7 })
      return
    }
    #expect(reduced.map(\.label) == whole.map(\.label))
    for (one, other) in zip(reduced, whole) {
      #expect(one.box.intersectionOverUnion(with: other.box) > 0.9 && abs(one.score - other.score) < 0.1)
    }
  }
}
