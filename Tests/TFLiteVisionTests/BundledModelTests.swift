import Foundation
import TFLiteBundledModels
import TFLiteImageCodecs
import TFLiteVision
import Testing

/// The models that come with the package, on the picture that comes with it.
@Suite struct BundledModelTests {
  /// What `codes.json` says is in `codes.jpg`.
  private struct Code: Decodable {
    let label: String
    let symbology: String
    let box: Box

    /// In pixels of the picture.
    struct Box: Decodable {
      let x: Double
      let y: Double
      let width: Double
      let height: Double
    }

    var area: BoundingBox { BoundingBox(x: box.x, y: box.y, width: box.width, height: box.height) }
  }

  private let codes: [Code]
  private let picture: VisionImage

  init() throws {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Models/samples")
    codes = try JSONDecoder().decode([Code].self, from: Data(contentsOf: samples.appendingPathComponent("codes.json")))
    picture = try VisionImage(contentsOfFile: samples.appendingPathComponent("codes.jpg").path)
  }

  @Test func theDetectorFindsAllCodes() throws {
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.maxObjectCount = 20
    let found = try ObjectDetector(options: options).results(in: picture).map(\.detection)
    #expect(found.count == codes.count)
    for code in codes {
      let best = found.max {
        $0.box.intersectionOverUnion(with: code.area) < $1.box.intersectionOverUnion(with: code.area)
      }
      #expect(best?.label == code.label && best.map { $0.box.intersectionOverUnion(with: code.area) >= 0.5 } == true)
    }
  }

  @Test func theLabelerTellsTheSymbologies() throws {
    for code in codes {
      let options = ImageLabelerOptions()
      let area = code.area
      options.regionOfInterest = CGRect(x: area.x, y: area.y, width: area.width, height: area.height)
        .insetBy(dx: -0.1 * area.width, dy: -0.1 * area.height)
      let labels = try ImageLabeler(options: options).results(in: picture)
      #expect(labels.first?.text == code.symbology, "\(labels) for a \(code.symbology)")
    }
  }
}
