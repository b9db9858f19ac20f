import TestModels
import Testing

@testable import TFLiteVision

/// Every head beside a plain writing of its formula, on seeded outputs: empty scenes, some objects, thousands of
/// candidates, equal scores.
@Suite struct HeadFormulaTests {
  private static let trials: UInt64 = LongTests.areIncluded ? 1000 : 40

  @Test(arguments: HeadCase.heads) func agrees(_ head: String) throws {
    var objects = 0
    for seed in 0..<Self.trials {
      var maker = HeadCaseMaker(head, seed: seed)
      let headCase = maker.make()
      let found = try headCase.detections()
      let expected = HeadFormula.detections(headCase)
      objects += expected.count
      guard !headCase.isEmpty || found.isEmpty else {
        Issue.record("\(head), seed \(seed): an empty scene gives \(found.count) detections")
        return
      }
      guard let difference = difference(found, expected) else { continue }
      Issue.record("\(head), seed \(seed): \(difference)")
      return
    }
    #expect(objects > 0)
    print("heads: \(head): \(Self.trials) seeded outputs, \(objects) objects, 0 differing")
  }

  /// What is not the same; nil where all is.
  private func difference(_ found: [RawDetection], _ expected: [HeadFormula.Candidate]) -> String? {
    guard found.count == expected.count else { return "\(found.count) objects instead of \(expected.count)" }
    var left = found
    for object in expected {
      let match = left.firstIndex { other in
        other.classIndex == object.classIndex && abs(Double(other.score) - object.score) < 1e-5
          && abs(other.left - object.left) < 1e-4 && abs(other.top - object.top) < 1e-4
          && abs(other.right - object.right) < 1e-4 && abs(other.bottom - object.bottom) < 1e-4
          && other.keypoints.count == object.points.count
          && zip(other.keypoints, object.points).allSatisfy { abs($0.x - $1.x) < 1e-4 && abs($0.y - $1.y) < 1e-4 }
      }
      guard let match else { return "\(object) is missing" }
      left.remove(at: match)
    }
    return nil
  }

  /// Outputs that are all zero, and logits that are as low as they get, show nothing.
  @Test(arguments: HeadCase.heads) func anEmptySceneIsEmpty(_ head: String) throws {
    for side in [0, 4] as [UInt64] {
      var maker = HeadCaseMaker(head, seed: side)
      let headCase = maker.make()
      let decoder = try headCase.stated.decoder(headCase.model)
      for value in [-100, 0] as [Float] {
        let outputs = headCase.outputs.map { [Float](repeating: value, count: $0.values.count) }
        let isLogit = ["ssd", "ssd-fpn", "efficientdet", "blazeface", "yolo-grids"].contains(head)
        if isLogit, value == 0 { continue }
        let found = HeadOutputs.with(outputs) { decoder.detections(in: $0, scoreThreshold: 0) }
        #expect(found.isEmpty, "\(head) of \(value): \(found.prefix(2))")
      }
    }
  }

  /// Whatever is no number, or infinite, gives no trap and no detection with a score that is none.
  @Test(arguments: HeadCase.heads) func anythingGoes(_ head: String) throws {
    for value in [Float.nan, .infinity, -.infinity, 3e38] {
      var maker = HeadCaseMaker(head, seed: 4)
      let headCase = maker.make()
      let decoder = try headCase.stated.decoder(headCase.model)
      let outputs = headCase.outputs.map { [Float](repeating: value, count: $0.values.count) }
      _ = HeadOutputs.with(outputs) { decoder.detections(in: $0, scoreThreshold: 0.5) }
      let short = headCase.outputs.map { _ in [value] }
      let found = HeadOutputs.with(short) { decoder.detections(in: $0, scoreThreshold: 0.5) }
      #expect(found.isEmpty)
    }
  }
}
