import TFLiteImageCodecs

/// One row for each cell of grids with 8, 16 and 32 pixels a cell: center x, center y, width, height, the score of there
/// being an object, and a score for each class: [1, cells, 5 + classes].
///
/// As the network gives them, boxes are relative to their cells of s pixels: x = (tx + column) · s, w = e^tw · s. Source:
/// `demo_postprocess` and `multiclass_nms` of Megvii's YOLOX.
struct YOLOXHead: HeadDecoder {
  /// What the numbers of a box are.
  enum Boxes: String, CaseIterable {
    /// Relative to the cells.
    case cells
    /// Pixels of the input.
    case pixels
  }

  private let inputSize: InputSize
  private let rowLength: Int
  private let cells: [GridCells.Cell]
  private let boxes: Boxes
  private let suppression: Suppression
  var classCount: Int? { rowLength - 5 }
  /// Pixels as they are.
  var usualNormalization: PixelNormalization { .none }
  let usualFitting = PictureFitting.letterbox
  var usualMargin: RGBColor { .ultralytics }
  let usualChannelOrder = ChannelOrder.bgr

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel, _ boxes: Boxes?, _ suppression: Suppression) {
    guard let output = model.outputs.first, model.outputs.count == 1, output.shape.count == 3, output.shape[0] == 1,
      output.shape[2] > 5
    else { return nil }
    inputSize = model.input.size
    cells = GridCells(inputSize, strides: [8, 16, 32]).cells
    guard cells.count == output.shape[1] else { return nil }
    rowLength = output.shape[2]
    // A model that decodes its boxes needs the exponential function.
    self.boxes = boxes ?? (model.contains(.exp) ? .pixels : .cells)
    self.suppression = suppression
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    outputs.withValues(of: 0) { values in
      guard values.count == cells.count * rowLength else { return [] }
      let threshold = max(scoreThreshold, suppression.scoreLimit)
      var candidates: [RawDetection] = []
      for (index, cell) in cells.enumerated() {
        let start = index * rowLength
        guard values[start + 4] >= threshold else { continue }
        var (best, bestIndex) = (values[start + 5], 0)
        for index in 1..<max(rowLength - 5, 1) where values[start + 5 + index] > best {
          (best, bestIndex) = (values[start + 5 + index], index)
        }
        let score = values[start + 4] * best
        if score >= threshold { candidates.append(detection(values, start, cell, score, bestIndex)) }
      }
      return suppression.best(of: candidates)
    }
  }

  private func detection(
    _ values: Span<Float>, _ start: Int, _ cell: GridCells.Cell, _ score: Float, _ classIndex: Int
  ) -> RawDetection {
    var (x, y) = (Double(values[start]), Double(values[start + 1]))
    var (width, height) = (Double(values[start + 2]), Double(values[start + 3]))
    if boxes == .cells {
      let side = Double(cell.stride)
      (x, y) = ((x + Double(cell.column)) * side, (y + Double(cell.row)) * side)
      (width, height) = (HeadMath.exp(width) * side, HeadMath.exp(height) * side)
    }
    return RawDetection(
      centerX: x / Double(inputSize.width), centerY: y / Double(inputSize.height),
      width: width / Double(inputSize.width), height: height / Double(inputSize.height), classIndex: classIndex,
      score: score)
  }
}

extension HeadKind {
  static let yolox = HeadKind(
    "yolox", "YOLOX: [1, cells, 5 + classes], with a score of there being an object",
    options: [
      "boxes": "cells, as the network gives them, or pixels of the input (pixels where the model has an EXP)",
      "overlap": "of boxes that overlap more, one is kept (0.45)",
      "score-limit": "candidates with a lower score do not count (0.05)",
    ],
    match: { model in
      guard model.metadata.exporter == nil, let shape = model.outputs.first?.shape, model.outputs.count == 1,
        shape.count == 3, shape[0] == 1, shape[2] > 5,
        shape[1] == model.input.size.cellCount(strides: [8, 16, 32])
      else { return .none }
      if let labels = model.labelCount { return shape[2] == 5 + labels ? .certain : .none }
      return shape[2] == 85 ? .certain : [84, 112].contains(shape[2]) ? .none : .possible
    },
    decoder: { model, options in
      YOLOXHead(
        model, try options.choice("boxes"), try options.suppression(or: Suppression(overlapLimit: 0.45)))
    })
}

extension DetectionHead {
  /// A row for each cell: box, score, a score for each class.
  ///
  /// - Parameters:
  ///   - isDecoded: whether boxes are in pixels of the input; nil finds it out from the model's operators.
  ///   - suppression: how the best candidates are found.
  public static func yoloxCells(
    isDecoded: Bool? = nil, suppression: Suppression = Suppression(overlapLimit: 0.45)
  ) -> DetectionHead {
    .checked("yolox") { YOLOXHead($0, isDecoded.map { $0 ? .pixels : .cells }, suppression) }
  }
}
