import TFLiteImageCodecs

/// Four numbers of a box, center x, center y, width, height, and a score for each class, for each candidate:
/// [1, 4 + classes, candidates], or [1, candidates, 4 + classes].
///
/// Source: `non_max_suppression` of Ultralytics, without several labels for a box.
struct YOLOv8Head: HeadDecoder {
  /// How the numbers lie.
  enum Layout: String, CaseIterable {
    /// All candidates' first numbers, then all their second ones.
    case columns
    /// A candidate's numbers follow each other.
    case rows
  }

  private let inputSize: InputSize
  private let count: Int
  private let classes: Int
  /// From a candidate to the next, and from a number to the next.
  private let steps: (candidate: Int, number: Int)
  private let boxes: BoxUnit
  private let scores: ScoreUnit
  private let suppression: Suppression
  var classCount: Int? { classes }
  var usualNormalization: PixelNormalization { .unit }
  let usualFitting = PictureFitting.letterbox
  var usualMargin: RGBColor { .ultralytics }

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel, _ layout: Layout?, boxes: BoxUnit?, scores: ScoreUnit?, _ suppression: Suppression) {
    guard let output = model.outputs.first, model.outputs.count == 1, output.shape.count == 3, output.shape[0] == 1
    else { return nil }
    let shape = output.shape
    // There are more candidates than numbers of one.
    let layout = layout ?? (shape[1] < shape[2] ? .columns : .rows)
    (classes, count) = layout == .columns ? (shape[1] - 4, shape[2]) : (shape[2] - 4, shape[1])
    guard classes > 0, count > 0 else { return nil }
    steps = layout == .columns ? (1, count) : (shape[2], 1)
    inputSize = model.input.size
    self.boxes = boxes ?? (output.greatest.map { $0 > 2 } == true ? .pixels : .parts)
    self.scores = scores ?? .parts
    self.suppression = suppression
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    let candidates: [RawDetection] = outputs.withValues(of: 0) { values in
      guard values.count == count * (4 + classes) else { return [] }
      var found: [RawDetection] = []
      // Many candidates at once: their numbers lie side by side.
      for first in stride(from: 0, to: count, by: Self.tile) {
        add(values, first..<min(first + Self.tile, count), max(scoreThreshold, suppression.scoreLimit), to: &found)
      }
      return found
    }
    return suppression.best(of: candidates)
  }

  private func add(
    _ values: Span<Float>, _ candidates: Range<Int>, _ threshold: Float, to found: inout [RawDetection]
  ) {
    withUnsafeTemporaryAllocation(of: (score: Float, classIndex: Int32).self, capacity: Self.tile) { best in
      best.initialize(repeating: (-.infinity, 0))
      for classIndex in 0..<classes {
        var place = (4 + classIndex) * steps.number + candidates.lowerBound * steps.candidate
        for index in 0..<candidates.count {
          if values[place] > best[index].score { best[index] = (values[place], Int32(classIndex)) }
          place += steps.candidate
        }
      }
      for (index, candidate) in candidates.enumerated() {
        let score = HeadMath.score(best[index].score, scores)
        if score >= threshold {
          found.append(detection(values, candidate, score, Int(best[index].classIndex)))
        }
      }
    }
  }

  private func detection(_ values: Span<Float>, _ candidate: Int, _ score: Float, _ classIndex: Int) -> RawDetection {
    func number(_ index: Int) -> Double { Double(values[candidate * steps.candidate + index * steps.number]) }
    let (width, height) = (boxes.divisor(inputSize.width), boxes.divisor(inputSize.height))
    return RawDetection(
      centerX: number(0) / width, centerY: number(1) / height, width: number(2) / width, height: number(3) / height,
      classIndex: classIndex, score: score)
  }

  /// Fits the stack.
  private static let tile = 64
}

extension RGBColor {
  /// The gray around pictures in the training of Ultralytics' models, and of YOLOX.
  static let ultralytics = RGBColor(red: 114, green: 114, blue: 114)
}

extension HeadKind {
  static let yolov8 = HeadKind(
    "yolov8", "Ultralytics' YOLOv8, 9, 11, 12: [1, 4 + classes, candidates]",
    options: [
      "layout": "columns, [1, 4 + classes, candidates], or rows, [1, candidates, 4 + classes] (by the shape)",
      "boxes": "parts or pixels of the input (parts; pixels where a quantized output exceeds 2)",
      "scores": "parts, percent or logits (parts)",
      "overlap": "of boxes that overlap more, one is kept (0.7)",
      "score-limit": "candidates with a lower score do not count (0.05)",
    ],
    match: { model in
      guard let shape = model.outputs.first?.shape, model.outputs.count == 1, shape.count == 3, shape[0] == 1,
        min(shape[1], shape[2]) > 4
      else { return .none }
      let (width, count) = (min(shape[1], shape[2]), max(shape[1], shape[2]))
      if let exporter = model.metadata.exporter { return width == 4 + exporter.names.count ? .certain : .none }
      let cells = model.input.size.cellCount(strides: [8, 16, 32])
      if let labels = model.labelCount { return width == 4 + labels && count > width ? .certain : .none }
      guard count == cells else { return .none }
      if shape[1] < shape[2] { return .certain }
      // In rows, others have the same shape. 80 classes are those of COCO.
      return width == 84 ? .certain : [85, 112].contains(width) ? .none : .possible
    },
    decoder: { model, options in
      YOLOv8Head(
        model, try options.choice("layout"), boxes: try options.choice("boxes"), scores: try options.choice("scores"),
        try options.suppression(or: Suppression(overlapLimit: 0.7)))
    })
}

extension DetectionHead {
  /// Boxes and a score for each class, without a score of there being an object: Ultralytics' YOLOv8, 9, 11, 12.
  ///
  /// - Parameters:
  ///   - boxes: what the numbers of a box are; nil stands for parts, or for pixels where a quantized output exceeds 2.
  ///   - suppression: how the best candidates are found.
  public static func yolov8(
    boxes: BoxUnit? = nil, suppression: Suppression = Suppression(overlapLimit: 0.7)
  ) -> DetectionHead {
    .checked("yolov8") { YOLOv8Head($0, nil, boxes: boxes, scores: nil, suppression) }
  }
}
