import TFLiteImageCodecs

/// One row for each candidate: center x, center y, width, height, the score of there being an object, and a score for each
/// class: [1, candidates, 5 + classes]. Where there is one class, its own score says nothing.
///
/// Source: `non_max_suppression` of Ultralytics' YOLOv5, without several labels for a box.
struct YOLOv5Head: HeadDecoder {
  private let inputSize: InputSize
  private let rowLength: Int
  private let boxes: BoxUnit
  private let scores: ScoreUnit
  private let suppression: Suppression
  var classCount: Int? { rowLength - 5 }
  var usualNormalization: PixelNormalization { .unit }
  var usualMargin: RGBColor { .ultralytics }

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel, boxes: BoxUnit?, scores: ScoreUnit?, _ suppression: Suppression) {
    let outputs = model.outputs
    guard outputs.count == 1, outputs[0].shape.count == 3, outputs[0].shape[0] == 1, outputs[0].shape[2] > 5 else {
      return nil
    }
    inputSize = model.input.size
    rowLength = outputs[0].shape[2]
    // An output that holds more than parts need holds pixels; where it cannot tell 0.3 from 0.35, it holds percent.
    self.boxes = boxes ?? (outputs[0].greatest.map { $0 > 2 } == true ? .pixels : .parts)
    self.scores = scores ?? (outputs[0].step.map { $0 > 0.05 } == true ? .percent : .parts)
    self.suppression = suppression
  }

  /// How many candidates such a model has: three for each cell of grids with 8, 16 and 32 pixels a cell.
  static func candidateCount(_ size: InputSize) -> Int {
    [8, 16, 32].reduce(0) { $0 + 3 * (size.width / $1) * (size.height / $1) }
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    outputs.withValues(of: 0) { values in
      let threshold = max(scoreThreshold, suppression.scoreLimit)
      let (width, height) = (boxes.divisor(inputSize.width), boxes.divisor(inputSize.height))
      var candidates: [RawDetection] = []
      for start in stride(from: 0, to: values.count - values.count % rowLength, by: rowLength) {
        let objectness = HeadMath.score(values[start + 4], scores)
        guard objectness >= threshold else { continue }
        var (best, bestIndex) = (values[start + 5], 0)
        for index in 1..<max(rowLength - 5, 1) where values[start + 5 + index] > best {
          (best, bestIndex) = (values[start + 5 + index], index)
        }
        let score = rowLength == 6 ? objectness : objectness * HeadMath.score(best, scores)
        guard score >= threshold else { continue }
        candidates.append(
          RawDetection(
            centerX: Double(values[start]) / width, centerY: Double(values[start + 1]) / height,
            width: Double(values[start + 2]) / width, height: Double(values[start + 3]) / height,
            classIndex: bestIndex, score: score))
      }
      return suppression.best(of: candidates)
    }
  }
}

extension HeadKind {
  static let yolov5 = HeadKind(
    "yolov5", "YOLOv5, YOLOv7: [1, candidates, 5 + classes], with a score of there being an object",
    options: [
      "boxes": "parts or pixels of the input (parts; pixels where a quantized output exceeds 2)",
      "scores": "parts, percent or logits (parts; percent where a quantized output has steps of more than 0.05)",
      "overlap": "of boxes that overlap more, one is kept (0.45)",
      "score-limit": "candidates with a lower score do not count (0.05)",
    ],
    match: { model in
      guard let shape = model.outputs.first?.shape, model.outputs.count == 1, shape.count == 3, shape[0] == 1,
        shape[2] > 5, shape[1] == YOLOv5Head.candidateCount(model.input.size)
      else { return .none }
      return .certain
    },
    decoder: { model, options in
      YOLOv5Head(
        model, boxes: try options.choice("boxes"), scores: try options.choice("scores"),
        try options.suppression(or: Suppression(overlapLimit: 0.45)))
    })
}

extension DetectionHead {
  /// One tensor with a row for each candidate: box, score, a score for each class.
  public static let yolov5 = HeadKind.yolov5.head()

  /// The same, with units that no file tells.
  public static func yolov5(
    boxes: BoxUnit, scores: ScoreUnit = .parts, suppression: Suppression = Suppression(overlapLimit: 0.45)
  ) -> DetectionHead {
    .checked("yolov5") { YOLOv5Head($0, boxes: boxes, scores: scores, suppression) }
  }
}
