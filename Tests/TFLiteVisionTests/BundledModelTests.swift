import Foundation
import TFLiteImageCodecs
import TFLiteVision
import TestModels
import Testing

/// The models that come with the package, on the picture that comes with it.
@Suite struct BundledModelTests {
  @Test func theDetectorFindsAllCodes() throws {
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.maxObjectCount = 20
    let picture = try VisionImage(contentsOfFile: SampleCodes.picturePath)
    let found = try ObjectDetector(options: options).results(in: picture).map(\.detection)
    let codes = try SampleCodes.codes()
    #expect(found.count == codes.count)
    for code in codes {
      let box = BoundingBox(x: code.box.x, y: code.box.y, width: code.box.width, height: code.box.height)
      let match = found.first { $0.label == code.label && $0.box.intersectionOverUnion(with: box) >= 0.5 }
      #expect(match != nil, "no \(code.label) at \(box) among \(found)")
    }
  }

  @Test func theLabelerTellsTheSymbologies() throws {
    let picture = try VisionImage(contentsOfFile: SampleCodes.picturePath)
    for code in try SampleCodes.codes() {
      let options = ImageLabelerOptions()
      options.regionOfInterest = CGRect(x: code.box.x, y: code.box.y, width: code.box.width, height: code.box.height)
        .insetBy(dx: -0.1 * code.box.width, dy: -0.1 * code.box.height)
      let labels = try ImageLabeler(options: options).results(in: picture)
      #expect(labels.first?.text == code.symbology, "\(labels) for a \(code.symbology)")
    }
  }

  @Test func bothTellTheSymbologyOfEachCodeFound() throws {
    let options = CustomObjectDetectorOptions(localModel: try LocalModel(.codeSymbology))
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true
    let objects = try ObjectDetector(options: options).results(in: VisionImage(contentsOfFile: SampleCodes.picturePath))
    let expected = try SampleCodes.codes().map(\.symbology).sorted()
    #expect(objects.compactMap { $0.labels.first?.text }.sorted() == expected)
  }
}
