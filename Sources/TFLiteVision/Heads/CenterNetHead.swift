/// A heat map with the centers of objects, [1, rows, columns, classes]; for each cell the size of the object there, and
/// where in the cell its center is, each [1, rows, columns, 2], in cells.
///
/// A center is a cell whose score none of the 3 × 3 around it exceeds; of equal neighbors each is one. Source: X. Zhou
/// et al., "Objects as Points", 2019.
struct CenterNetHead: HeadDecoder {
  /// How the two numbers of a size or an offset follow each other.
  enum Order: String, CaseIterable {
    /// Width, height; x, y: as in the paper's own code.
    case xy
    /// Height, width; y, x: as in the TensorFlow Object Detection API.
    case yx
  }

  private let places: (map: Int, sizes: Int, offsets: Int)
  private let rows: Int
  private let columns: Int
  private let classes: Int
  private let order: Order
  private let scores: ScoreUnit
  private let scoreLimit: Float
  var classCount: Int? { classes }

  /// - Returns: nil where the outputs have other shapes or their names do not tell sizes and offsets apart.
  init?(_ model: VisionModel, order: Order?, scores: ScoreUnit?, scoreLimit: Float) {
    let outputs = model.outputs
    guard outputs.count == 3, outputs.allSatisfy({ $0.shape.count == 4 && $0.shape[0] == 1 }),
      Set(outputs.map { $0.shape[1...2] }).count == 1, outputs[0].shape[1] > 0, outputs[0].shape[2] > 0,
      let sizes = Self.only(outputs, ["size", "wh", "scale"]), let offsets = Self.only(outputs, ["off", "reg"]),
      sizes != offsets, let map = outputs.indices.first(where: { $0 != sizes && $0 != offsets }),
      outputs[sizes].shape[3] == 2, outputs[offsets].shape[3] == 2, outputs[map].shape[3] > 0
    else { return nil }
    places = (map, sizes, offsets)
    (rows, columns, classes) = (outputs[map].shape[1], outputs[map].shape[2], outputs[map].shape[3])
    self.order = order ?? .xy
    self.scores = scores ?? (model.isActivated(outputAt: map) ? .parts : .logits)
    self.scoreLimit = scoreLimit
  }

  /// The only output of two channels whose name has one of the words.
  private static func only(_ outputs: [OutputDescription], _ words: [String]) -> Int? {
    let found = outputs.indices.filter { index in
      outputs[index].shape[3] == 2 && words.contains { outputs[index].name.lowercased().contains($0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    var found: [RawDetection] = []
    outputs.withValues(of: places.map) { map in
      outputs.withValues(of: places.sizes) { sizes in
        outputs.withValues(of: places.offsets) { offsets in
          let cells = rows * columns
          guard map.count == cells * classes, sizes.count == cells * 2, offsets.count == cells * 2 else { return }
          for place in map.indices {
            let score = HeadMath.score(map[place], scores)
            guard score >= max(scoreThreshold, scoreLimit), isPeak(map, place) else { continue }
            found.append(detection(place, score, sizes, offsets))
          }
        }
      }
    }
    return found
  }

  /// Whether no neighbor is greater.
  private func isPeak(_ map: Span<Float>, _ place: Int) -> Bool {
    let (cell, classIndex) = (place / classes, place % classes)
    let (row, column) = (cell / columns, cell % columns)
    for nextRow in max(row - 1, 0)...min(row + 1, rows - 1) {
      for nextColumn in max(column - 1, 0)...min(column + 1, columns - 1) {
        let next = (nextRow * columns + nextColumn) * classes + classIndex
        if map[next] > map[place] { return false }
      }
    }
    return true
  }

  private func detection(
    _ place: Int, _ score: Float, _ sizes: Span<Float>, _ offsets: Span<Float>
  ) -> RawDetection {
    let cell = place / classes
    let (x, y) = order == .xy ? (0, 1) : (1, 0)
    return RawDetection(
      centerX: (Double(cell % columns) + Double(offsets[2 * cell + x])) / Double(columns),
      centerY: (Double(cell / columns) + Double(offsets[2 * cell + y])) / Double(rows),
      width: max(0, Double(sizes[2 * cell + x])) / Double(columns),
      height: max(0, Double(sizes[2 * cell + y])) / Double(rows), classIndex: place % classes, score: score)
  }
}

extension HeadKind {
  static let centerNet = HeadKind(
    "centernet",
    "CenterNet: a heat map, [1, rows, columns, classes], sizes and offsets, [1, rows, columns, 2], told apart by names",
    options: [
      "order": "xy (width, height) or yx (height, width) (xy)",
      "scores": "parts, percent or logits (parts where they come from a LOGISTIC, else logits)",
      "score-limit": "centers with a lower score do not count (0.05)",
    ],
    match: { CenterNetHead($0, order: nil, scores: nil, scoreLimit: 0.05) == nil ? .none : .certain },
    decoder: { model, options in
      CenterNetHead(
        model, order: try options.choice("order"), scores: try options.choice("scores"),
        scoreLimit: Float(try options.number("score-limit", or: 0.05)))
    })
}

extension DetectionHead {
  /// A heat map with centers, sizes and offsets.
  ///
  /// - Parameter heightsFirst: whether a size is height and width, as in the TensorFlow Object Detection API.
  public static func centerNet(heightsFirst: Bool = false) -> DetectionHead {
    .checked("centernet") { CenterNetHead($0, order: heightsFirst ? .yx : .xy, scores: nil, scoreLimit: 0.05) }
  }
}
