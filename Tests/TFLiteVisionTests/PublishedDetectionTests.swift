import TFLite
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision
import TestModels
import Testing

/// The detections that others have published.
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

  @Test func recurrentDetectorOfTraffic() throws {
    let row = try #require(PublishedDetections.load().detection.first { $0.images != nil })
    let detector = try Detector(model: Model(contentsOfFile: Zoo.model(row.model)))
    #expect(detector.isRecurrent)
    let (frames, boxes) = (try #require(row.images), try #require(row.expected_boxes_y0x0y1x1))
    #expect(frames.count == 3 && boxes.count == 3)
    for (frame, box) in zip(frames, boxes) {
      let image = try Image(contentsOfFile: Zoo.image(frame))
      let (width, height) = (Double(image.width), Double(image.height))
      let expected = BoundingBox(
        x: box[1] * width, y: box[0] * height, width: (box[3] - box[1]) * width, height: (box[2] - box[0]) * height)
      let found = try detector.detect(in: image, scoreThreshold: 0).detections
      let best = try #require(found.first { $0.classIndex == row.class_index })
      let overlap = best.box.intersectionOverUnion(with: expected)
      #expect(overlap >= (try #require(row.iou_at_least)), "\(frame): \(best.box) instead of \(expected)")
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
    guard let edges = box_ltrb, let iou_at_least else { return true }
    let published = BoundingBox(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
    return found.box.intersectionOverUnion(with: published) >= iou_at_least
  }
}
