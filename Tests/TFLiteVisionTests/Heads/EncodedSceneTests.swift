import TFLiteImageCodecs
import Testing

@testable import TFLiteVision

/// From a head's outputs to objects of a photograph that is not square: where they are, and what.
@Suite struct EncodedSceneTests {
  private static let scene = EncodedScene(
    objects: [
      .init(box: BoundingBox(x: 0.1, y: 0.2, width: 0.3, height: 0.15), classIndex: 2),
      .init(box: BoundingBox(x: 0.55, y: 0.5, width: 0.2, height: 0.4), classIndex: 0),
      .init(box: BoundingBox(x: 0.7, y: 0.05, width: 0.1, height: 0.12), classIndex: 6),
    ], side: 128, classes: 7)

  @Test(arguments: EncodedScene.heads)
  func objectsAreFoundWhereTheyAre(_ head: String, _ options: [String: String]) throws {
    let detector = try Detector(
      model: Self.scene.model(head), head: DetectionHead(named: head, options: HeadOptions(options)))
    let (width, height) = (400, 200)
    let picture = try Image(width: width, height: height, pixels: [UInt8](repeating: 128, count: width * height * 3))
    let found = try detector.detect(in: picture, fitting: .stretch).detections
    #expect(found.count == Self.scene.objects.count)
    for object in Self.scene.objects {
      let box = BoundingBox(
        x: object.box.x * Double(width), y: object.box.y * Double(height), width: object.box.width * Double(width),
        height: object.box.height * Double(height))
      #expect(
        found.contains { detection in
          detection.classIndex == object.classIndex && detection.score > 0.8
            && detection.box.intersectionOverUnion(with: box) > 0.98
        }, "\(head): \(object) among \(found)")
    }
  }
}
