/// A heat map: for each cell of a grid the probability of the background and of each class,
/// [1, rows, columns, classes + 1]. It tells where the centers of objects are, not how large they are.
///
/// Cells that touch and show the same class are one object; its box is that of the cells, its score the best of theirs.
/// Source: "FOMO: Object detection for constrained devices", documentation of Edge Impulse.
struct FOMOHead: HeadDecoder {
  private let rows: Int
  private let columns: Int
  private let channels: Int
  var classCount: Int? { channels - 1 }
  var usualNormalization: PixelNormalization { .unit }

  /// - Returns: nil where the output has another shape.
  init?(_ outputs: [OutputShape]) {
    guard outputs.count == 1, outputs[0].shape.count == 4, outputs[0].shape[0] == 1, outputs[0].shape[3] > 1 else {
      return nil
    }
    (rows, columns, channels) = (outputs[0].shape[1], outputs[0].shape[2], outputs[0].shape[3])
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let values = outputs[0].values
    let threshold = max(scoreThreshold, Self.leastScore)
    var isOpen = values.map { $0 >= threshold }
    var found: [RawDetection] = []
    for start in values.indices where start % channels != 0 && isOpen[start] {
      let channel = start % channels
      var (waiting, object) = ([start], Region(score: values[start]))
      isOpen[start] = false
      while let place = waiting.popLast() {
        let (row, column) = (place / channels / columns, place / channels % columns)
        object.add(row: row, column: column, score: values[place])
        for nextRow in max(row - 1, 0)...min(row + 1, rows - 1) {
          for nextColumn in max(column - 1, 0)...min(column + 1, columns - 1) {
            let next = (nextRow * columns + nextColumn) * channels + channel
            guard isOpen[next] else { continue }
            isOpen[next] = false
            waiting.append(next)
          }
        }
      }
      found.append(object.detection(classIndex: channel - 1, rows: rows, columns: columns))
    }
    return found
  }

  /// Without any threshold, the whole picture would be one object.
  private static let leastScore: Float = 0.1

  private struct Region {
    private var top = Int.max
    private var left = Int.max
    private var bottom = 0
    private var right = 0
    private var score: Float

    init(score: Float) { self.score = score }

    mutating func add(row: Int, column: Int, score: Float) {
      (top, left) = (min(top, row), min(left, column))
      (bottom, right) = (max(bottom, row + 1), max(right, column + 1))
      self.score = max(self.score, score)
    }

    func detection(classIndex: Int, rows: Int, columns: Int) -> RawDetection {
      RawDetection(
        left: Double(left) / Double(columns), top: Double(top) / Double(rows), right: Double(right) / Double(columns),
        bottom: Double(bottom) / Double(rows), classIndex: classIndex, score: score)
    }
  }
}
