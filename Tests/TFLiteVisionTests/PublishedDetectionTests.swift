import TFLite
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision
import TestModels
import Testing

/// The detections that others have published for the COCO SSD.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct PublishedDetectionTests {
  @Test func cocoSSD() throws {
    let rows = try PublishedDetections.load().detection.filter { $0.model.hasPrefix("det_ssd_mnv1_uint8/") }
    #expect(rows.count == 2)
    for row in rows {
      let detector = try Detector(model: Model(contentsOfFile: Zoo.model(row.model)))
      let photograph = try Image(contentsOfFile: Zoo.image(try #require(row.image)))
      let found = try detector.detect(in: photograph, scoreThreshold: 0.4).detections
      for object in try #require(row.expected) {
        #expect(found.contains { object.matches($0, row.tolerance) }, "\(object) in \(found)")
      }
    }
  }
}

extension PublishedDetections.Object {
  fileprivate func matches(_ found: Detection, _ tolerance: PublishedDetections.Tolerance?) -> Bool {
    guard found.classIndex == class_index, label == nil || found.label == label else { return false }
    if let score, let tolerance, abs(Double(found.score) - score) > tolerance.score { return false }
    if let score_above, Double(found.score) <= score_above { return false }
    let edges = [found.box.x, found.box.y, found.box.width, found.box.height]
    if let box, let tolerance, zip(edges, box).contains(where: { abs($0 - $1) > tolerance.box_pixels }) { return false }
    if let box_ltrb, let iou_at_least, overlap(found.box, box_ltrb) < iou_at_least { return false }
    return true
  }

  private func overlap(_ found: BoundingBox, _ edges: [Double]) -> Double {
    let width = min(found.x + found.width, edges[2]) - max(found.x, edges[0])
    let height = min(found.y + found.height, edges[3]) - max(found.y, edges[1])
    guard width > 0, height > 0 else { return 0 }
    let published = (edges[2] - edges[0]) * (edges[3] - edges[1])
    return width * height / (found.width * found.height + published - width * height)
  }
}
