import Foundation

/// The raw numbers of an SSD: for each anchor four of a box, [1, anchors, 4], and a score for the background and for each
/// class, [1, anchors, classes + 1].
///
/// With anchor (yₐ, xₐ, hₐ, wₐ) and scales s: y = ty/s₀·hₐ + yₐ, x = tx/s₁·wₐ + xₐ, h = e^(th/s₂)·hₐ, w = e^(tw/s₃)·wₐ.
/// Source: W. Liu et al., "SSD: Single Shot MultiBox Detector", 2016; `faster_rcnn_box_coder.py` of the TensorFlow Object
/// Detection API.
struct SSDHead: HeadDecoder {
  private let boxes: Int
  private let scores: Int
  private let anchors: [AnchorBox]
  private let scales: [Double]
  let classCount: Int?

  /// - Returns: nil where the outputs have other shapes.
  init?(_ outputs: [OutputShape], _ description: SSDAnchors) {
    guard outputs.count == 2, description.boxScales.count == 4,
      let boxes = outputs.firstIndex(where: { $0.shape.count == 3 && $0.shape[2] == 4 }),
      outputs[1 - boxes].shape.count == 3, outputs[1 - boxes].shape[1] == outputs[boxes].shape[1],
      outputs[1 - boxes].shape[2] > 1
    else { return nil }
    anchors = description.boxes
    guard anchors.count == outputs[boxes].shape[1] else { return nil }
    self.boxes = boxes
    scores = 1 - boxes
    scales = description.boxScales
    classCount = outputs[scores].shape[2] - 1
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let (boxes, scores) = (outputs[boxes].values, outputs[scores].values)
    let width = (classCount ?? 0) + 1
    var candidates: [RawDetection] = []
    for (index, anchor) in anchors.enumerated() {
      for classIndex in 1..<width where scores[index * width + classIndex] >= max(scoreThreshold, Self.leastScore) {
        let numbers = (0..<4).map { Double(boxes[4 * index + $0]) / scales[$0] }
        candidates.append(
          RawDetection(
            centerX: numbers[1] * anchor.width + anchor.centerX, centerY: numbers[0] * anchor.height + anchor.centerY,
            width: exp(numbers[3]) * anchor.width, height: exp(numbers[2]) * anchor.height, classIndex: classIndex - 1,
            score: scores[index * width + classIndex]))
      }
    }
    return NonMaximumSuppression.best(of: candidates, overlapLimit: 0.6)
  }

  /// Every anchor has some score for every class: below this one they are noise, and too many to compare.
  private static let leastScore: Float = 0.05
}
