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

  private let scoreLimit: Float

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel, _ options: HeadOptions) throws {
    let outputs = model.outputs
    // Without any threshold, the whole picture would be one object.
    scoreLimit = Float(try options.number("score-limit", or: 0.1))
    guard outputs.count == 1, outputs[0].shape.count == 4, outputs[0].shape[0] == 1,
      outputs[0].shape.dropFirst().allSatisfy({ $0 > 0 }), outputs[0].shape[3] > 1
    else { return nil }
    (rows, columns, channels) = (outputs[0].shape[1], outputs[0].shape[2], outputs[0].shape[3])
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    outputs.withValues(of: 0) { regions($0, max(scoreThreshold, scoreLimit)) }
  }

  private func regions(_ values: Span<Float>, _ threshold: Float) -> [RawDetection] {
    guard values.count == rows * columns * channels else { return [] }
    var found: [RawDetection] = []
    var isOpen: [Bool] = []
    for start in values.indices where start % channels != 0 && values[start] >= threshold {
      if isOpen.isEmpty { isOpen = values.indices.map { values[$0] >= threshold } }
      guard isOpen[start] else { continue }
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

extension HeadKind {
  static let fomo = HeadKind(
    "fomo", "FOMO: a heat map with the centers of objects, [1, rows, columns, classes + 1]",
    options: ["score-limit": "cells with a lower score are empty (0.1)"],
    // A heat map has a cell for 8 x 8 or 16 x 16 pixels.
    match: { model in
      guard let shape = model.outputs.first?.shape, shape.count == 4, model.outputs.count == 1, shape[0] == 1 else {
        return .none
      }
      let isReduced = [8, 16].contains { shape[1] * $0 == model.inputHeight && shape[2] * $0 == model.inputWidth }
      return isReduced && shape[3] > 1 ? .certain : .none
    },
    decoder: { try FOMOHead($0, $1) })
}

extension DetectionHead {
  /// A heat map with the centers of objects.
  public static let fomo = HeadKind.fomo.head()
}
