import Foundation

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
  private struct Grid {
    let output: Int
    let rows: Int
    let columns: Int
    let anchors: [YOLOAnchors.Size]
  }

  private let grids: [Grid]
  private let inputSize: InputSize
  private let rowLength: Int
  var classCount: Int? { rowLength - 5 }
  var usualNormalization: PixelNormalization { .unit }

  /// - Returns: nil where the outputs have other shapes.
  init?(_ outputs: [OutputShape], _ anchors: YOLOAnchors, inputSize: InputSize) {
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
    self.inputSize = inputSize
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let all = grids.flatMap { candidates($0, outputs[$0.output].values, scoreThreshold) }
    return NonMaximumSuppression.best(of: all, overlapLimit: 0.45)
  }

  private func candidates(_ grid: Grid, _ values: [Float], _ scoreThreshold: Float) -> [RawDetection] {
    let threshold = max(scoreThreshold, Self.leastScore)
    var found: [RawDetection] = []
    for place in 0..<grid.rows * grid.columns * grid.anchors.count {
      let row = values[place * rowLength..<(place + 1) * rowLength]
      let start = row.startIndex
      let objectness = sigmoid(row[start + 4])
      guard objectness >= threshold else { continue }
      let (cell, anchor) = (place / grid.anchors.count, grid.anchors[place % grid.anchors.count])
      let (x, y) = (Double(cell % grid.columns), Double(cell / grid.columns))
      for (classIndex, logit) in row.dropFirst(5).enumerated() {
        let score = objectness * sigmoid(logit)
        guard score >= threshold else { continue }
        found.append(
          RawDetection(
            centerX: (Double(sigmoid(row[start])) + x) / Double(grid.columns),
            centerY: (Double(sigmoid(row[start + 1])) + y) / Double(grid.rows),
            width: exp(Double(row[start + 2])) * anchor.width / Double(inputSize.width),
            height: exp(Double(row[start + 3])) * anchor.height / Double(inputSize.height), classIndex: classIndex,
            score: score))
      }
    }
    return found
  }

  private func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }

  /// Below this score candidates are noise, and too many to compare.
  private static let leastScore: Float = 0.05
}
