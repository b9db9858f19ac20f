import Foundation
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import TestRandomness
import Testing

@testable import TFLiteVision

/// Detectors of faces and palms beside MediaPipe itself, with key points: published models on photographs, and seeded
/// outputs.
@Suite(
  .enabled(
    if: LongTests.areIncluded && Judge.mediaPipe != nil && Zoo.isPresent,
    "long, MEDIAPIPE_PYTHON names no Python with MediaPipe, or \(Zoo.absence)"))
struct MediaPipeJudgeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let model: String
    let path: String
    let side: Int
    let anchors: Int
    let points: Int
    let strides: [Int]
    /// 0 where a cell has one anchor for each time that its stride is named, 1 where it has two.
    let interpolated: Int
    /// What the network wants the darkest pixel to be.
    let least: Float
    var testDescription: String { model }

    init(
      _ model: String, side: Int, anchors: Int, points: Int, strides: [Int], interpolated: Int, least: Float = -1
    ) {
      self.model = model
      // The zoo's detector of palms is quantized; the one that MediaPipe brings along is not.
      path =
        model.hasPrefix("palm")
        ? Judge.mediaPipeModel("palm_detection/\(model).tflite") ?? "" : Zoo.model("det_blazeface/\(model).tflite")
      (self.side, self.anchors, self.points, self.strides) = (side, anchors, points, strides)
      (self.interpolated, self.least) = (interpolated, least)
    }

    func request(_ image: String, threshold: Float) -> [String: Any] {
      [
        "model": path, "image": image, "side": side, "anchors": anchors, "points": points, "strides": strides,
        "interpolated": interpolated, "least": least, "threshold": threshold, "overlap": 0.3,
      ]
    }
  }

  private static let near = [8, 16, 16, 16]
  static let rows = [
    Row("face_detection_short_range", side: 128, anchors: 896, points: 6, strides: near, interpolated: 1),
    Row("face_detection_front", side: 128, anchors: 896, points: 6, strides: near, interpolated: 1),
    Row("face_detection_back", side: 256, anchors: 896, points: 6, strides: [16, 32, 32, 32], interpolated: 1),
    Row("face_detection_full_range", side: 192, anchors: 2304, points: 6, strides: [4], interpolated: 0),
    Row("palm_detection_full", side: 192, anchors: 2016, points: 7, strides: near, interpolated: 1, least: 0),
  ]

  private static let photographs = [
    "tflite_support/grace_hopper.jpg", "mediapipe_modelmaker/37ca2a3d-IMG_0520.jpg",
    "mediapipe_modelmaker/000000000072.jpg", "mediapipe_modelmaker/000000000315.jpg",
    "mediapipe_modelmaker/000000000446.jpg", "pinto/dog.jpg",
  ]

  @Test(arguments: rows) func photographs(_ row: Row) throws {
    let judge = try Judge(try #require(Judge.mediaPipe), script: "mediapipe_judge.py")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("face-\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let detector = try Detector(model: Model(contentsOfFile: row.path))
    var objects = 0
    for photograph in Self.photographs {
      // At the input's size: what the programs scale by is not their heads' business.
      let image = try Image(contentsOfFile: Zoo.image(photograph)).letterboxed(toWidth: row.side, height: row.side)
        .image
      try image.write(pngTo: file)
      let found = try detector.detect(in: image, scoreThreshold: 0.5).detections
      let expected = try judge.answer(to: row.request(file, threshold: 0.5))
      objects += expected.count
      let difference = Self.difference(found, expected, image, overlap: 0.99, score: 0.01, point: 0.005)
      #expect(difference == nil, "\(photograph)")
    }
    #expect(objects > 0)
    print("heads: \(row.model) beside MediaPipe: \(objects) objects with \(row.points) key points on photographs")
  }

  /// Outputs as a seed makes them, in a model that gives them for every picture: empty ones, and hundreds of candidates.
  ///
  /// Scores are all different, since MediaPipe sorts equal ones into any order; and no size is 0, since its suppression ends
  /// at a box without area, which does not overlap itself. ``BlazeFaceHead`` leaves such boxes out.
  @Test func syntheticOutputs() throws {
    let judge = try Judge(try #require(Judge.mediaPipe), script: "mediapipe_judge.py")
    let row = Self.rows[0]
    let folder = FileManager.default.temporaryDirectory
    let (picture, path) = (
      folder.appendingPathComponent("faces-\(UUID().uuidString).png").path,
      folder.appendingPathComponent("faces-\(UUID().uuidString).tflite").path
    )
    defer { for file in [picture, path] { try? FileManager.default.removeItem(atPath: file) } }
    let image = try Image(width: row.side, height: row.side, pixels: [UInt8](repeating: 0, count: 3 * 128 * 128))
    try image.write(pngTo: picture)
    let head = try DetectionHead(
      named: "blazeface", options: ["overlap": "\(Self.overlap)", "score-limit": "\(HeadCase.threshold)"])
    var objects = 0
    for seed in 0..<1000 as Range<UInt64> {
      var maker = HeadCaseMaker("blazeface", seed: seed)
      var outputs = maker.make().outputs.map(\.values)
      for place in outputs[0].indices where (2...3).contains(place % 16) && outputs[0][place] == 0 {
        outputs[0][place] = 0.25
      }
      for index in outputs[1].indices { outputs[1][index] += Float(index) / 4096 }
      try Data(Self.model(giving: outputs).serialized()).write(to: URL(fileURLWithPath: path))
      let found = try Detector(model: Model(contentsOfFile: path), head: head)
        .detect(in: image, scoreThreshold: HeadCase.threshold).detections
      var request = row.request(picture, threshold: HeadCase.threshold)
      request["model"] = path
      request["overlap"] = Self.overlap
      let expected = try judge.answer(to: request)
      objects += expected.count
      if let difference = Self.difference(found, expected, image, overlap: 0.99, score: 0.01, point: 0.005) {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
    #expect(objects > 0)
    print("heads: blazeface beside MediaPipe: 1000 outputs, \(objects) objects, 0 differing")
  }

  private static let overlap = 0.3013

  /// A model whose outputs are stored in it.
  private static func model(giving outputs: [[Float]]) -> Model {
    var sketch = ModelSketch()
    sketch.graph.inputs = [sketch.plain("picture", [1, 128, 128, 3], .float32)]
    for (name, width, values) in [("regressors", Int32(16), outputs[0]), ("classificators", 1, outputs[1])] {
      let shape = [1, Int32(values.count) / width, width]
      let stored = sketch.plain("stored \(name)", shape, .float32, data: [UInt8](values))
      let target = sketch.plain("\(name) shape", [3], .int32, data: [UInt8](shape))
      let output = sketch.plain(name, shape, .float32)
      sketch.step(OperatorCode(.reshape), inputs: [stored, target], outputs: [output])
      sketch.graph.outputs.append(output)
    }
    return sketch.model
  }

  /// What is not the same; nil where all is.
  private static func difference(
    _ found: [Detection], _ expected: [[Double]], _ image: Image, overlap: Double, score: Double, point: Double
  ) -> String? {
    guard found.count == expected.count else { return "\(found.count) objects instead of \(expected.count)" }
    let (width, height) = (Double(image.width), Double(image.height))
    var left = found
    for row in expected {
      let box = BoundingBox(
        from: (row[0] * width, row[1] * height), to: ((row[0] + row[2]) * width, (row[1] + row[3]) * height),
        within: (image.width, image.height))
      let match = left.firstIndex { object in
        // At the edges little may be left of a box.
        let farthest = max(
          abs(object.box.x - box.x), abs(object.box.y - box.y), abs(object.box.width - box.width),
          abs(object.box.height - box.height))
        let isSame = farthest < 1e-3 || object.box.intersectionOverUnion(with: box) >= overlap
        return isSame && abs(Double(object.score) - row[4]) <= score && object.keypoints.count == (row.count - 5) / 2
          && object.keypoints.enumerated().allSatisfy { index, keypoint in
            abs(keypoint.x / width - row[5 + 2 * index]) <= point
              && abs(keypoint.y / height - row[6 + 2 * index]) <= point
          }
      }
      guard let match else { return "\(row) is missing in \(left)" }
      left.remove(at: match)
    }
    return nil
  }
}
