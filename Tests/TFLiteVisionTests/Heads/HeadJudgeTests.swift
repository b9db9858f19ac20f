import Foundation
import TestModels
import TestRandomness
import Testing

@testable import TFLiteVision

/// Heads and the merging of slices beside the publishers' own programs, or others' where publishers have none, on
/// seeded outputs: empty ones, some objects, thousands of candidates, equal scores.
@Suite(
  .enabled(
    if: LongTests.areIncluded && Judge.python != nil, "long, and HEAD_JUDGES names no Python with the judges"))
struct HeadJudgeTests {
  @Test(arguments: [
    ("yolov8", "Ultralytics"), ("end-to-end", "Ultralytics"), ("yolov5", "torchvision"), ("yolox", "YOLOX"),
    ("yolox pixels", "YOLOX"), ("nanodet", "GFL of MMDetection"), ("centernet", "MMDetection"),
    ("efficientdet", "effdet"), ("yolo-grids", "OpenCV"), ("fomo", "SciPy"),
  ])
  func agrees(_ head: String, _ name: String) throws {
    try compare(head, name, Judge(try #require(Judge.python), script: "head_judge.py"))
  }

  @Test(
    .enabled(if: Judge.objectDetection != nil, "OBJECT_DETECTION_PYTHON names no Python with the judge"),
    arguments: ["ssd", "ssd-fpn"])
  func agreesWithTheObjectDetectionAPI(_ head: String) throws {
    try compare(
      head, "TensorFlow's Object Detection API",
      Judge(try #require(Judge.objectDetection), script: "ssd_judge.py"))
  }

  /// The publishers' real networks, which nobody has trained.
  @Test(arguments: [
    ("yolov8n", "yolov8", "Ultralytics"), ("yolo11n", "yolov8", "Ultralytics"), ("yolo12n", "yolov8", "Ultralytics"),
    ("yolov10n", "end-to-end", "Ultralytics"), ("yolo26n", "end-to-end", "Ultralytics"), ("yolox", "yolox", "YOLOX"),
    ("tf_efficientdet_lite0", "efficientdet", "effdet"),
  ])
  func agreesOnUntrainedNetworks(_ network: String, _ head: String, _ name: String) throws {
    let judge = try Judge(try #require(Judge.python), script: "head_judge.py")
    try compare("\(head) of \(network)", name, judge, count: 20) { seed in
      let side = [128, 160, 320][Int(seed % 3)]
      let names = head == "efficientdet" ? ["scores", "boxes"] : ["output"]
      let rows = try judge.answer(
        to: ["judge": "network", "network": network, "seed": seed, "side": network.hasPrefix("tf") ? 128 : side])
      let outputs = zip(names, rows).map { name, row in
        let rank = Int(row[0])
        return (name: name, shape: row[1...rank].map { Int($0) }, values: row[(rank + 1)...].map { Float($0) })
      }
      return HeadCase(
        head: head, side: network.hasPrefix("tf") ? 128 : side, classes: head == "efficientdet" ? 90 : 80,
        isEmpty: false, outputs: outputs)
    }
  }

  private func compare(_ head: String, _ name: String, _ judge: Judge) throws {
    try compare(head, name, judge, count: 1000) { seed in
      var maker = HeadCaseMaker(head, seed: seed)
      return maker.make()
    }
  }

  private func compare(
    _ title: String, _ name: String, _ judge: Judge, count: UInt64, _ make: (_ seed: UInt64) throws -> HeadCase
  ) throws {
    var (objects, differing) = (0, 0)
    for seed in 0..<count {
      let headCase = try make(seed)
      let found = try headCase.detections()
      let expected = try judge.answer(
        to: [
          "judge": name, "head": headCase.head, "classes": headCase.classes, "threshold": HeadCase.threshold,
          "overlap": HeadCase.overlap, "side": headCase.side,
        ], headCase.outputs)
      objects += expected.count
      if let difference = Self.difference(found, expected) {
        differing += 1
        Issue.record("\(title), seed \(seed), \(headCase.side) pixels: \(difference)")
        if differing > 3 { return }
      }
    }
    #expect(objects > 0)
    print("heads: \(title) beside \(name): \(count) outputs, \(objects) objects, \(differing) differing")
  }

  /// Boxes with an overlap of at least 0.99, of the same class, with scores within 0.01.
  static func difference(_ found: [RawDetection], _ expected: [[Double]]) -> String? {
    guard found.count == expected.count else { return "\(found.count) objects instead of \(expected.count)" }
    var left = found
    for row in expected {
      let box = BoundingBox(x: row[0], y: row[1], width: row[2] - row[0], height: row[3] - row[1])
      let match = left.firstIndex { object in
        // Boxes without area overlap nothing, not even themselves.
        let farthest = zip([object.left, object.top, object.right, object.bottom], row).map { abs($0 - $1) }.max() ?? 0
        return object.classIndex == Int(row[5]) && abs(Double(object.score) - row[4]) < 0.01
          && (farthest < 1e-4 || object.box.intersectionOverUnion(with: box) >= 0.99)
      }
      guard let match else { return "\(row) is missing" }
      left.remove(at: match)
    }
    return nil
  }

  @Test func mergesAsSAHI() throws {
    let judge = try Judge(try #require(Judge.python), script: "head_judge.py")
    var objects = 0
    for seed in 0..<1000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed, stream: "merging")
      // Scores that are all different: of equal ones, SAHI takes the one with the lesser box.
      let scores = (1...60).map { Float($0) / 64 }.shuffled(using: &random)
      let detections = (0..<Int.random(in: 0...60, using: &random)).map { index in
        Detection(
          label: nil, classIndex: Int.random(in: 0..<3, using: &random), score: scores[index],
          box: BoundingBox(
            x: Double(Int.random(in: 0..<100, using: &random)), y: Double(Int.random(in: 0..<100, using: &random)),
            width: Double(Int.random(in: 5..<60, using: &random)),
            height: Double(Int.random(in: 5..<60, using: &random))))
      }
      let values = detections.flatMap { object in
        [
          object.box.x, object.box.y, object.box.x + object.box.width, object.box.y + object.box.height,
          Double(object.score), Double(object.classIndex),
        ].map { Float($0) }
      }
      let expected = try judge.answer(
        to: ["judge": "SAHI", "overlap": 0.5013], [("detections", [detections.count, 6], values)])
      let found = SliceMerging(overlapLimit: 0.5013).merged(detections).map { object in
        RawDetection(
          left: object.box.x, top: object.box.y, right: object.box.x + object.box.width,
          bottom: object.box.y + object.box.height, classIndex: object.classIndex, score: object.score)
      }
      objects += expected.count
      if let difference = Self.difference(found, expected) {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
    print("slices: merging beside SAHI: 1000 lists, \(objects) objects, 0 differing")
  }
}
