import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

/// The published cases of the detection interface: outputs that stand in the file are fed to it.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct PublishedAPICaseTests {
  private struct Published: Decodable {
    let detection_api: API

    struct API: Decodable { let cases: [Case] }

    struct Case: Decodable {
      let score_threshold: Float?
      let max_results: Int?
      let allow: [String]?
      let deny: [String]?
      let orientation: Int?
      let expected: String
    }
  }

  /// A model that gives three objects whatever it is shown: bicycle, car, motorcycle.
  private static func model() throws -> Model {
    var sketch = ModelSketch()
    let picture = sketch.tensor("picture", [1, 2, 2, 3])
    let values: [(name: String, shape: [Int32], values: [Float])] = [
      ("location", [1, 4, 4], [0.2, 0.2, 0.6, 0.4, 0.2, 0.4, 0.6, 0.6, 0.4, 0.2, 0.8, 0.4, 0, 0, 0, 0]),
      ("category", [1, 4], [1, 2, 3, 0]), ("score", [1, 4], [0.8, 0.6, 0.4, 0]), ("number of detections", [1], [4]),
    ]
    for (index, output) in values.enumerated() {
      let constant = sketch.plain("constant \(index)", output.shape, .float32, data: [UInt8](output.values))
      let shape = sketch.plain(
        "shape \(index)", [Int32(output.shape.count)], .int32, data: [UInt8](output.shape))
      let result = sketch.plain("output \(index)", output.shape, .float32)
      sketch.step(OperatorCode(.reshape), inputs: [constant, shape], outputs: [result])
      sketch.graph.outputs.append(result)
    }
    sketch.graph.inputs = [picture]
    var graph = SubGraphMetadata()
    graph.outputTensorMetadata = values.map { output in
      var tensor = TensorMetadata()
      tensor.name = output.name
      return tensor
    }
    var boxes = BoundingBoxProperties()
    (boxes.type, boxes.index) = (.boundaries, [0, 1, 2, 3])
    var content = Content()
    content.contentProperties = .boundingBox(boxes)
    graph.outputTensorMetadata[0].content = content
    var metadata = ModelMetadata()
    metadata.subgraphMetadata = [graph]
    try sketch.model.setModelMetadata(metadata)
    return sketch.model
  }

  /// `bicycle .8 [4,2,8,2]; car …`
  private func described(_ detections: [Detection]) -> String {
    detections.map { object in
      let numbers = [object.box.x, object.box.y, object.box.width, object.box.height]
        .map { String(Int(($0 * 1000).rounded()) / 1000) }
      return "\(object.label ?? "?") .\(Int((object.score * 10).rounded())) [\(numbers.joined(separator: ","))]"
    }.joined(separator: "; ")
  }

  @Test func allCases() throws {
    let cases = try JSONDecoder().decode(Published.self, from: Data(contentsOf: Zoo.expectedResults)).detection_api
      .cases
    #expect(cases.count == 5)
    let detector = try Detector(
      model: Self.model(), labels: LabelList(names: ["person", "bicycle", "car", "motorcycle"]))
    let stored = try Image(width: 20, height: 10, pixels: [UInt8](repeating: 0, count: 600))
    for published in cases {
      let image = VisionImage(stored, orientation: published.orientation == 180 ? .down : .up)
      let found = try detector.detect(
        in: image.upright(), scoreThreshold: published.score_threshold ?? 0, maxResults: published.max_results,
        allowing: published.allow.map(Set.init), denying: Set(published.deny ?? [])
      ).detections.filter { $0.score > 0 }
      // The published boxes are those of the pixels as they are stored.
      let inStoredPixels = try found.map {
        Detection(label: $0.label, classIndex: $0.classIndex, score: $0.score, box: try image.stored($0.box))
      }
      let expected = published.expected
      let matches = described(inStoredPixels).hasPrefix(expected) || described(inStoredPixels) == expected
      #expect(matches, "\(described(inStoredPixels)) instead of \(expected)")
      #expect(
        published.allow == nil && published.deny == nil && published.score_threshold == nil
          || described(inStoredPixels) == expected)
    }
  }
}
