import TFLiteElementaryFunctions
import TFLiteImageCodecs

/// One row for each cell of several grids: a score for each class, and for the left, top, right and bottom edge of the box
/// a distribution over distances from the cell's point: [1, cells, classes + 4 · bins].
///
/// A distance is the mean of 0, 1, 2 … under the softmax of its bins, in cells. Boxes are cut off at the input's edges
/// before they are compared with each other. Source: X. Li et al., "Generalized Focal Loss", 2020;
/// `nanodet_plus_head.py` and `gfl_head.py` of NanoDet.
struct NanoDetHead: HeadDecoder {
  private let inputSize: InputSize
  private let cells: [GridCells.Cell]
  private let classes: Int
  private let bins: Int
  /// Where a cell's point lies in it: 0 is its corner, 0.5 its middle.
  private let center: Double
  private let scores: ScoreUnit
  private let suppression: Suppression
  var classCount: Int? { classes }
  /// Of blue, green, red.
  let usualNormalization = PixelNormalization(
    mean: [103.53, 116.28, 123.675], standardDeviation: [57.375, 57.12, 58.395])
  let usualChannelOrder = ChannelOrder.bgr

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel, bins: Int, scores: ScoreUnit?, _ suppression: Suppression) {
    guard let output = model.outputs.first, model.outputs.count == 1, output.shape.count == 3, output.shape[0] == 1,
      bins > 1, output.shape[2] > 4 * bins, let strides = Self.strides(model, count: output.shape[1])
    else { return nil }
    inputSize = model.input.size
    cells = GridCells(inputSize, strides: strides).cells
    self.bins = bins
    classes = output.shape[2] - 4 * bins
    // NanoDet-Plus, which has a fourth grid, counts from corners.
    center = strides.count == 4 ? 0 : 0.5
    self.scores = scores ?? (model.isActivated(outputAt: 0) ? .parts : .logits)
    self.suppression = suppression
  }

  static func strides(_ model: VisionModel, count: Int) -> [Int]? {
    [[8, 16, 32, 64], [8, 16, 32]].first { model.input.size.cellCount(strides: $0) == count }
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    outputs.withValues(of: 0) { values in
      let rowLength = classes + 4 * bins
      guard values.count == cells.count * rowLength else { return [] }
      let threshold = max(scoreThreshold, suppression.scoreLimit)
      var candidates: [RawDetection] = []
      for (index, cell) in cells.enumerated() {
        for classIndex in 0..<classes {
          let score = HeadMath.score(values[index * rowLength + classIndex], scores)
          guard score >= threshold else { continue }
          let first = index * rowLength + classes
          func edge(_ number: Int) -> Double { distance(values, first + number * bins) * Double(cell.stride) }
          let x = (Double(cell.column) + center) * Double(cell.stride)
          let y = (Double(cell.row) + center) * Double(cell.stride)
          func part(_ position: Double, of length: Int) -> Double { min(max(position / Double(length), 0), 1) }
          candidates.append(
            RawDetection(
              left: part(x - edge(0), of: inputSize.width), top: part(y - edge(1), of: inputSize.height),
              right: part(x + edge(2), of: inputSize.width), bottom: part(y + edge(3), of: inputSize.height),
              classIndex: classIndex, score: score))
        }
      }
      return suppression.best(of: candidates)
    }
  }

  /// The mean of a distribution, in cells.
  private func distance(_ values: Span<Float>, _ first: Int) -> Double {
    var greatest = -Float.infinity
    for bin in first..<first + bins { greatest = max(greatest, values[bin]) }
    var (sum, weighted) = (0.0, 0.0)
    for bin in 0..<bins {
      let weight = Double(ElementaryFunctions.exp(values[first + bin] - greatest))
      sum += weight
      weighted += Double(bin) * weight
    }
    return weighted / sum
  }
}

extension HeadKind {
  static let nanoDet = HeadKind(
    "nanodet", "NanoDet, NanoDet-Plus: [1, cells, classes + 4 · bins]",
    options: [
      "bins": "how many distances an edge has (8)",
      "scores": "parts, percent or logits (parts where the output comes from a LOGISTIC, else logits)",
      "overlap": "of boxes that overlap more, one is kept (0.6)",
      "score-limit": "candidates with a lower score do not count (0.05)",
    ],
    match: { model in
      guard model.metadata.exporter == nil, let shape = model.outputs.first?.shape, model.outputs.count == 1,
        shape.count == 3, shape[0] == 1, shape[2] > 32,
        let strides = NanoDetHead.strides(model, count: shape[1])
      else { return .none }
      if let labels = model.labelCount { return shape[2] == labels + 32 ? .certain : .none }
      // A fourth grid has NanoDet-Plus alone; 112 are the 80 classes of COCO.
      if strides.count == 4 || shape[2] == 112 { return .certain }
      return [84, 85].contains(shape[2]) ? .none : .possible
    },
    decoder: { model, options in
      NanoDetHead(
        model, bins: Int(try options.number("bins", or: 8, in: 2...64)), scores: try options.choice("scores"),
        try options.suppression(or: Suppression(overlapLimit: 0.6)))
    })
}

extension DetectionHead {
  /// Scores and distributions over distances for each cell.
  ///
  /// - Parameters:
  ///   - bins: how many distances an edge has.
  ///   - scores: what the scores are; nil finds it out from the model's operators.
  ///   - suppression: which of several boxes round one object are left out.
  public static func nanoDet(
    bins: Int = 8, scores: ScoreUnit? = nil, suppression: Suppression = Suppression(overlapLimit: 0.6)
  ) -> DetectionHead {
    .checked("nanodet") { NanoDetHead($0, bins: bins, scores: scores, suppression) }
  }
}
