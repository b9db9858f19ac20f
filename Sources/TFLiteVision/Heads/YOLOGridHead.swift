/// The sizes of the anchors of a YOLO with grids, in pixels of its input, coarse grids with large anchors among them.
public struct YOLOAnchors: Sendable, Equatable {
  /// The size of a box.
  public struct Size: Sendable, Equatable {
    /// In pixels of the input.
    public var width: Double
    /// In pixels of the input.
    public var height: Double

    /// Describes a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The anchors in the cells of each grid; the grid with the most cells first.
  public var grids: [[Size]]

  /// Describes anchors.
  public init(grids: [[Size]]) { self.grids = grids }

  /// Takes the anchors as Darknet's `.cfg` files list them: widths and heights in turn.
  ///
  /// - Parameter grids: a list for each grid; the grid with the most cells first. An odd last number is left out.
  public init(pairs grids: [[Double]]) {
    self.grids = grids.map { numbers in
      stride(from: 0, to: numbers.count - numbers.count % 2, by: 2).map {
        Size(width: numbers[$0], height: numbers[$0 + 1])
      }
    }
  }

  /// The anchors of YOLO-Fastest 1.1 (`yolo-fastest-1.1.cfg` of its author, dog-qiuqiu).
  public static let yoloFastest = YOLOAnchors(pairs: [[12, 18, 37, 49, 52, 132], [115, 73, 119, 199, 242, 238]])
}

/// Grids of YOLO v3 and its relatives: for each cell and anchor tx, ty, tw, th, the logit of there being an object, and one
/// for each class: [1, rows, columns, anchors · (5 + classes)] for each grid.
///
/// x = (σ(tx) + column) / columns, y likewise, w = e^tw · anchor's width, h likewise; the score is
/// σ(object) · σ(class). Source: J. Redmon and A. Farhadi, "YOLOv3: An Incremental Improvement", 2018.
struct YOLOGridHead: HeadDecoder {
  private struct Grid: Sendable {
    let output: Int
    let rows: Int
    let columns: Int
    let anchors: [YOLOAnchors.Size]
  }

  private let grids: [Grid]
  private let inputSize: InputSize
  private let rowLength: Int
  private let suppression: Suppression
  var classCount: Int? { rowLength - 5 }
  var usualNormalization: PixelNormalization { .unit }

  /// - Returns: nil where the outputs have other shapes.
  init?(_ model: VisionModel, _ anchors: YOLOAnchors, _ options: HeadOptions) throws {
    let outputs = model.outputs
    guard outputs.count == anchors.grids.count, let first = outputs.first,
      outputs.allSatisfy({ $0.shape.count == 4 && $0.shape[0] == 1 && $0.shape[3] == first.shape[3] })
    else { return nil }
    let order = outputs.indices.sorted { outputs[$0].shape[1] > outputs[$1].shape[1] }
    grids = zip(order, anchors.grids).map { output, sizes in
      Grid(output: output, rows: outputs[output].shape[1], columns: outputs[output].shape[2], anchors: sizes)
    }
    let counts = Set(anchors.grids.map(\.count))
    guard counts.count == 1, let count = counts.first, count > 0, first.shape[3] % count == 0,
      first.shape[3] / count > 5
    else { return nil }
    rowLength = first.shape[3] / count
    inputSize = model.input.size
    suppression = try options.suppression(or: Suppression(overlapLimit: 0.45))
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    let threshold = max(scoreThreshold, suppression.scoreLimit)
    var found: [RawDetection] = []
    for grid in grids {
      outputs.withValues(of: grid.output) { add($0, grid, threshold, to: &found) }
    }
    return suppression.best(of: found)
  }

  private func add(_ values: Span<Float>, _ grid: Grid, _ threshold: Float, to found: inout [RawDetection]) {
    let count = grid.rows * grid.columns * grid.anchors.count
    guard values.count == count * rowLength else { return }
    for place in 0..<count {
      let start = place * rowLength
      let objectness = HeadMath.logistic(values[start + 4])
      guard objectness >= threshold else { continue }
      let (cell, anchor) = (place / grid.anchors.count, grid.anchors[place % grid.anchors.count])
      let (x, y) = (Double(cell % grid.columns), Double(cell / grid.columns))
      for classIndex in 0..<rowLength - 5 {
        let score = objectness * HeadMath.logistic(values[start + 5 + classIndex])
        guard score >= threshold else { continue }
        found.append(
          RawDetection(
            centerX: (Double(HeadMath.logistic(values[start])) + x) / Double(grid.columns),
            centerY: (Double(HeadMath.logistic(values[start + 1])) + y) / Double(grid.rows),
            width: HeadMath.exp(Double(values[start + 2])) * anchor.width / Double(inputSize.width),
            height: HeadMath.exp(Double(values[start + 3])) * anchor.height / Double(inputSize.height),
            classIndex: classIndex, score: score))
      }
    }
  }
}

extension HeadKind {
  static let yoloGrids = HeadKind(
    "yolo-grids",
    "YOLO v3 and its relatives: logits on grids, [1, rows, columns, anchors · (5 + classes)] for each",
    options: [
      "anchors": "widths and heights in turn, the same number for each grid, the finest first (YOLO-Fastest 1.1)",
      "overlap": "of boxes that overlap more, one is kept (0.45)",
      "score-limit": "candidates with a lower score do not count (0.05)",
    ],
    // The anchors of YOLO-Fastest are for pictures of 320 x 320.
    match: { model in
      guard model.inputWidth == 320, model.inputHeight == 320,
        model.outputs.allSatisfy({ $0.shape.count == 4 }), Set(model.outputs.map { $0.shape[1] }) == [10, 20],
        (try? YOLOGridHead(model, .yoloFastest, [:])) ?? nil != nil
      else { return .none }
      return .certain
    },
    decoder: { model, options in
      guard let numbers = try options.numbers("anchors") else { return try YOLOGridHead(model, .yoloFastest, options) }
      let (grids, length) = (model.outputs.count, numbers.count / max(model.outputs.count, 1))
      guard grids > 0, length > 0, numbers.count == grids * length, length % 2 == 0 else {
        throw VisionError.invalidHeadOption(
          "anchors are \(numbers.count) numbers, expected two for each anchor of \(grids) grids")
      }
      let anchors = YOLOAnchors(pairs: (0..<grids).map { Array(numbers[$0 * length..<($0 + 1) * length]) })
      return try YOLOGridHead(model, anchors, options)
    })
}

extension DetectionHead {
  /// Grids of YOLO v3 and its relatives.
  public static func yoloGrids(_ anchors: YOLOAnchors, suppression: Suppression? = nil) -> DetectionHead {
    .checked("yolo-grids with \(anchors.grids.map(\.count)) anchors") { model in
      try YOLOGridHead(model, anchors, HeadOptions(suppression))
    }
  }
}
