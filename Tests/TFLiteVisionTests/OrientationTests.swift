import TFLiteImageCodecs
import TestModels
import Testing

@testable import TFLiteVision

/// However a photograph is stored, the same objects are found where a person sees them.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct OrientationTests {
  @Test(arguments: ImageOrientation.allCases)
  func givesTheSameObjects(_ orientation: ImageOrientation) throws {
    let options = ObjectDetectorOptions()
    options.detectorModel = LocalModel(
      path: Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"))
    TestDetectors.configure(options, .singleImage, multiple: true, classify: false)
    options.detectionScoreThreshold = 0.4
    let detector = try ObjectDetector(options: options)
    let upright = try Image(contentsOfFile: Zoo.image("tflite_support/cats_and_dogs.jpg"))
    let expected = try detector.results(in: VisionImage(upright))
    #expect(expected.count >= 4)

    // Turned the other way, so that the orientation says how it has to be turned back.
    let inverse: ImageOrientation =
      switch orientation {
      case .left: .right
      case .right: .left
      default: orientation
      }
    let image = VisionImage(try upright.oriented(inverse))
    image.orientation = orientation
    let found = try detector.results(in: image)
    #expect(found.map(\.detection.classIndex) == expected.map(\.detection.classIndex))
    for (object, reference) in zip(found, expected) {
      #expect(object.detection.box.intersectionOverUnion(with: reference.detection.box) >= 0.95)
    }
  }
}
