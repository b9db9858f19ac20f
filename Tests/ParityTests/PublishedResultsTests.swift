import Foundation
import TFLite
import TFLiteImageCodecs
import Testing

/// The detections that the authors of the models have published for their photographs.
@Suite(.enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct PublishedResultsTests {
  @Test func detections() throws {
    let published = try JSONDecoder().decode(
      Published.self, from: Data(contentsOf: TestEnvironment.zoo.appending(path: "expected.json")))
    let rows = published.detection.filter { $0.model.hasPrefix("det_ssd_mnv1_uint8/") }
    #expect(rows.count == 2)
    for row in rows {
      let photograph = try #require(row.image)
      let found = try detect(model: row.model, photograph: photograph)
      for expected in try #require(row.expected) {
        let matches = found.filter { expected.matches($0, tolerance: row.tolerance) }
        #expect(matches.count == 1, "\(expected) on \(photograph): found \(found)")
      }
      print("published results: \(row.expected?.count ?? 0) of \(row.model) on \(photograph)")
    }
  }

  struct Detection {
    var classIndex: Int
    var score: Float
    /// Pixels of the photograph.
    var left: Float, top: Float, right: Float, bottom: Float
  }

  private func detect(model: String, photograph: String) throws -> [Detection] {
    let image = try Photographs.image(photograph)
    let interpreter = try Interpreter(modelPath: TestEnvironment.zoo.appending(path: "models/\(model)").path)
    try interpreter.allocate()
    let outputs = try interpreter.run([image.resized(toWidth: 300, height: 300).pixels])
    let (boxes, classes, scores) = (outputs[0].floats, outputs[1].floats, outputs[2].floats)
    let (width, height) = (Float(image.width), Float(image.height))
    return (0..<Int(outputs[3].floats[0])).map { index in
      Detection(
        classIndex: Int(classes[index]), score: scores[index], left: boxes[4 * index + 1] * width,
        top: boxes[4 * index] * height, right: boxes[4 * index + 3] * width, bottom: boxes[4 * index + 2] * height)
    }
  }
}

/// The part of `expected.json` that these tests read.
private struct Published: Decodable {
  var detection: [Row]

  struct Row: Decodable {
    var model: String
    var image: String?
    var expected: [Expected]?
    var tolerance: Tolerance?
  }

  struct Tolerance: Decodable {
    var score: Float
    var boxPixels: Float

    enum CodingKeys: String, CodingKey {
      case score
      case boxPixels = "box_pixels"
    }
  }

  struct Expected: Decodable {
    var classIndex: Int
    var score: Float?
    /// Left, top, width, height.
    var box: [Float]?
    var scoreAbove: Float?
    var iouAtLeast: Float?
    /// Left, top, right, bottom.
    var corners: [Float]?

    enum CodingKeys: String, CodingKey {
      case classIndex = "class_index"
      case score, box
      case scoreAbove = "score_above"
      case iouAtLeast = "iou_at_least"
      case corners = "box_ltrb"
    }
  }
}

extension Published.Expected {
  /// Whether a detection is the published one, to within what was published with it.
  fileprivate func matches(_ detection: PublishedResultsTests.Detection, tolerance: Published.Tolerance?) -> Bool {
    guard detection.classIndex == classIndex else { return false }
    let found = [detection.left, detection.top, detection.right, detection.bottom]
    if let score, let box, let tolerance {
      let edges = [box[0], box[1], box[0] + box[2], box[1] + box[3]]
      return abs(detection.score - score) <= tolerance.score
        && zip(found, edges).allSatisfy { abs($0 - $1) <= tolerance.boxPixels }
    }
    guard let scoreAbove, let iouAtLeast, let corners else { return false }
    return detection.score > scoreAbove && intersectionOverUnion(found, corners) >= iouAtLeast
  }
}

/// How much of two boxes, given by their lower and upper corners, both have in common.
func intersectionOverUnion(_ a: [Float], _ b: [Float]) -> Float {
  func area(_ box: [Float]) -> Float { max(0, box[2] - box[0]) * max(0, box[3] - box[1]) }
  let shared = area([max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])])
  return shared / (area(a) + area(b) - shared)
}
