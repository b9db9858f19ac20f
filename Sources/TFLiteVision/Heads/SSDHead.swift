/// Boxes relative to anchors and scores for each class, raw: for each anchor four numbers, [1, anchors, 4], and a score for
/// each class, perhaps after one for the background, [1, anchors, classes]; or both for each of several grids.
///
/// With anchor (yₐ, xₐ, hₐ, wₐ) and scales s: y = ty/s₀·hₐ + yₐ, x = tx/s₁·wₐ + xₐ, h = e^(th/s₂)·hₐ, w = e^(tw/s₃)·wₐ.
/// Source: W. Liu et al., "SSD: Single Shot MultiBox Detector", 2016; `faster_rcnn_box_coder.py` of the TensorFlow Object
/// Detection API.
struct SSDHead: HeadDecoder {
  /// What a model's numbers mean.
  struct Coding: Sendable {
    var scales: [Double] = [10, 10, 5, 5]
    var hasBackground = true
    var scores: ScoreUnit?
    var suppression = Suppression(overlapLimit: 0.6)
    var normalization = PixelNormalization.symmetric
  }

  /// Two outputs, and the anchors of their rows.
  private struct Level: Sendable {
    let boxes: Int
    let scores: Int
    let anchors: Range<Int>
  }

  private let levels: [Level]
  private let anchors: [AnchorBox]
  private let coding: Coding
  private let scoreUnit: ScoreUnit
  /// Scores for each anchor, that of the background included.
  private let width: Int
  let usualNormalization: PixelNormalization
  var classCount: Int? { coding.hasBackground ? width - 1 : width }

  /// - Returns: nil where the outputs have other shapes.
  init?(_ model: VisionModel, _ anchors: [AnchorBox], _ coding: Coding) {
    guard coding.scales.count == 4, let (levels, width) = Self.levels(model, anchors.count),
      width > (coding.hasBackground ? 1 : 0)
    else { return nil }
    self.levels = levels
    self.width = width
    self.anchors = anchors
    self.coding = coding
    scoreUnit = coding.scores ?? (model.isActivated(outputAt: levels[0].scores) ? .parts : .logits)
    usualNormalization = coding.normalization
  }

  /// Pairs outputs of boxes with those of scores: one pair, or one for each of several grids, the finest first.
  private static func levels(_ model: VisionModel, _ count: Int) -> ([Level], width: Int)? {
    let outputs = model.outputs
    if outputs.count == 2, outputs.allSatisfy({ $0.shape.count == 3 && $0.shape[0] == 1 && $0.shape[1] == count }) {
      guard let boxes = boxes(of: model, width: 4)?.first else { return nil }
      return ([Level(boxes: boxes, scores: 1 - boxes, anchors: 0..<count)], outputs[1 - boxes].shape[2])
    }
    guard outputs.count > 2, outputs.count % 2 == 0,
      outputs.allSatisfy({ $0.shape.count == 4 && $0.shape[0] == 1 && $0.shape.allSatisfy { $0 > 0 } })
    else { return nil }
    func cells(_ index: Int) -> Int { outputs[index].shape[1] * outputs[index].shape[2] }
    let allCells = outputs.indices.reduce(0) { $0 + cells($1) } / 2
    guard count % allCells == 0, let boxes = boxes(of: model, width: 4 * (count / allCells)) else { return nil }
    let perCell = count / allCells
    let scores = outputs.indices.filter { !boxes.contains($0) }
    func finestFirst(_ indices: [Int]) -> [Int] { indices.sorted { (cells($1), $0) < (cells($0), $1) } }
    var levels: [Level] = []
    var first = 0
    for (boxes, scores) in zip(finestFirst(boxes), finestFirst(scores)) {
      guard cells(boxes) == cells(scores), outputs[scores].shape[3] % perCell == 0,
        outputs[scores].shape[3] == outputs[levels.first?.scores ?? scores].shape[3]
      else { return nil }
      let next = first + cells(boxes) * perCell
      levels.append(Level(boxes: boxes, scores: scores, anchors: first..<next))
      first = next
    }
    guard first == count, let last = levels.last else { return nil }
    return (levels, outputs[last.scores].shape[3] / perCell)
  }

  /// The half of the outputs that hold boxes: those of their width. Where all have it, because there are as many classes,
  /// names tell, or the activation that scores have and boxes have not.
  ///
  /// - Returns: nil where neither is known.
  private static func boxes(of model: VisionModel, width: Int) -> [Int]? {
    let half = model.outputs.count / 2
    let fitting = model.outputs.indices.filter { model.outputs[$0].shape.last == width }
    if fitting.count == half { return fitting }
    let named = fitting.filter { index in
      ["box", "loc", "reg"].contains { model.outputs[index].name.lowercased().contains($0) }
    }
    if named.count == half { return named }
    let raw = fitting.filter { !model.isActivated(outputAt: $0) }
    return raw.count == half ? raw : nil
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    var candidates: [RawDetection] = []
    for level in levels {
      outputs.withValues(of: level.boxes) { boxes in
        outputs.withValues(of: level.scores) { scores in
          guard boxes.count == level.anchors.count * 4, scores.count == level.anchors.count * width else { return }
          add(boxes, scores, level, max(scoreThreshold, coding.suppression.scoreLimit), to: &candidates)
        }
      }
    }
    return coding.suppression.best(of: candidates)
  }

  private func add(
    _ boxes: Span<Float>, _ scores: Span<Float>, _ level: Level, _ threshold: Float, to found: inout [RawDetection]
  ) {
    let background = coding.hasBackground ? 1 : 0
    for row in 0..<level.anchors.count {
      for classIndex in background..<width {
        let score = HeadMath.score(scores[row * width + classIndex], scoreUnit)
        guard score >= threshold else { continue }
        let anchor = anchors[level.anchors.lowerBound + row]
        func number(_ index: Int) -> Double { Double(boxes[4 * row + index]) / coding.scales[index] }
        found.append(
          RawDetection(
            centerX: number(1) * anchor.width + anchor.centerX, centerY: number(0) * anchor.height + anchor.centerY,
            width: HeadMath.exp(number(3)) * anchor.width, height: HeadMath.exp(number(2)) * anchor.height,
            classIndex: classIndex - background, score: score))
      }
    }
  }
}

extension SSDHead.Coding {
  /// The coding with what is said about it.
  fileprivate func changed(_ options: HeadOptions) throws -> SSDHead.Coding {
    var coding = self
    if let scores: ScoreUnit = try options.choice("scores") { coding.scores = scores }
    coding.suppression = try options.suppression(or: suppression)
    return coding
  }

  /// EfficientDet's: nothing is scaled, and there is no background.
  fileprivate static var efficientDet: SSDHead.Coding {
    SSDHead.Coding(
      scales: [1, 1, 1, 1], hasBackground: false, suppression: Suppression(overlapLimit: 0.5),
      normalization: PixelNormalization(mean: 127, standardDeviation: 128))
  }

  fileprivate static let options: KeyValuePairs = [
    "scores": "parts, percent or logits (parts where they come from a LOGISTIC or are quantized up to 1, else logits)",
    "overlap": "of boxes that overlap more, one is kept (SSD 0.6, EfficientDet 0.5)",
    "score-limit": "candidates with a lower score do not count (0.05)",
  ]
}

extension HeadKind {
  static let ssd = HeadKind(
    "ssd", "SSD MobileNet without post-processing: [1, anchors, 4] and [1, anchors, classes + 1]",
    options: SSDHead.Coding.options,
    match: { mobileNet($0, SSDHead.Coding()) == nil ? .none : .certain },
    decoder: { mobileNet($0, try SSDHead.Coding().changed($1)) })

  static let ssdFPN = HeadKind(
    "ssd-fpn", "SSD FPNLite of the TF2 zoo without post-processing: [1, anchors, 4] and [1, anchors, classes + 1]",
    options: SSDHead.Coding.options,
    match: { SSDHead($0, PyramidAnchors().boxes($0.input.size), SSDHead.Coding()) == nil ? .none : .certain },
    decoder: { SSDHead($0, PyramidAnchors().boxes($0.input.size), try SSDHead.Coding().changed($1)) })

  static let efficientDet = HeadKind(
    "efficientdet",
    "EfficientDet-Lite without post-processing: boxes and logits of each class for all anchors, or on each grid",
    options: SSDHead.Coding.options,
    match: { SSDHead($0, efficientDetAnchors($0), .efficientDet) == nil ? .none : .certain },
    decoder: { SSDHead($0, efficientDetAnchors($0), try SSDHead.Coding.efficientDet.changed($1)) })

  private static func mobileNet(_ model: VisionModel, _ coding: SSDHead.Coding) -> SSDHead? {
    guard model.inputWidth == model.inputHeight else { return nil }
    return SSDHead(model, SSDAnchors.mobileNet(inputSize: model.inputWidth).boxes, coding)
  }

  /// Lite 4 is the one for 640 x 640 pixels.
  private static func efficientDetAnchors(_ model: VisionModel) -> [AnchorBox] {
    var anchors = PyramidAnchors.efficientDetLite
    if model.inputWidth >= 640 { anchors.scale = 4 }
    return anchors.boxes(model.input.size)
  }
}

extension DetectionHead {
  /// The raw boxes and scores of an SSD, relative to anchors.
  public static func ssd(_ anchors: SSDAnchors, scores: ScoreUnit? = nil) -> DetectionHead {
    let boxes = anchors.boxes
    return .checked("ssd with \(boxes.count) anchors") {
      SSDHead($0, boxes, SSDHead.Coding(scales: anchors.boxScales, scores: scores))
    }
  }

  /// The raw boxes and scores of an SSD on a feature pyramid, the first score being that of the background.
  public static func ssdFPN(_ anchors: PyramidAnchors, scores: ScoreUnit? = nil) -> DetectionHead {
    .checked("ssd-fpn") { SSDHead($0, anchors.boxes($0.input.size), SSDHead.Coding(scores: scores)) }
  }

  /// The raw boxes and scores of an EfficientDet, which has no background.
  public static func efficientDet(
    _ anchors: PyramidAnchors = .efficientDetLite, scores: ScoreUnit? = nil
  ) -> DetectionHead {
    .checked("efficientdet") { model in
      var coding = SSDHead.Coding.efficientDet
      coding.scores = scores
      return SSDHead(model, anchors.boxes(model.input.size), coding)
    }
  }
}
