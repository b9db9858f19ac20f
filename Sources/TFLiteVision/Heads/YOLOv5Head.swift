/// One row for each candidate: center x, center y, width, height, the score of there being an object, and a score for each
/// class: [1, candidates, 5 + classes].
///
/// Published models differ in units: boxes are parts of the input's size or its pixels, scores run to 1 or to 100. A value
/// that is too large for the smaller unit tells. Where there is one class, its own score says nothing.
struct YOLOv5Head: HeadDecoder {
  private let inputSize: InputSize
  private let rowLength: Int
  /// Whether the type of the output cannot hold scores from 0 to 1 and thus holds percent.
  private let isPercent: Bool
  var classCount: Int? { rowLength - 5 }
  var usualNormalization: PixelNormalization { .unit }

  /// - Returns: nil where the output has another shape.
  init?(_ outputs: [OutputShape], inputSize: InputSize) {
    guard outputs.count == 1, outputs[0].shape.count == 3, outputs[0].shape[0] == 1, outputs[0].shape[2] > 5 else {
      return nil
    }
    self.inputSize = inputSize
    rowLength = outputs[0].shape[2]
    isPercent = outputs[0].step.map { $0 > 0.05 } ?? false
  }

  /// How many candidates such a model has: three for each cell of grids with 8, 16 and 32 pixels a cell.
  static func candidateCount(_ size: InputSize) -> Int {
    [8, 16, 32].reduce(0) { $0 + 3 * (size.width / $1) * (size.height / $1) }
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let values = outputs[0].values
    let rows = (0..<values.count / rowLength).map { values[$0 * rowLength..<($0 + 1) * rowLength] }
    let hasPixels = rows.contains { $0.prefix(4).contains { $0 > 2 } }
    let (width, height) = hasPixels ? (Double(inputSize.width), Double(inputSize.height)) : (1, 1)
    let hasPercent = isPercent || rows.contains { $0.dropFirst(4).contains { $0 > 1.5 } }
    let unit: Float = hasPercent ? 100 : 1
    let candidates = rows.compactMap { row -> RawDetection? in
      let start = row.startIndex
      let objectness = row[start + 4] / unit
      guard objectness >= max(scoreThreshold, Self.leastScore) else { return nil }
      let classes = row[(start + 5)...]
      guard let best = classes.indices.max(by: { classes[$0] < classes[$1] }) else { return nil }
      let score = classes.count == 1 ? objectness : objectness * classes[best] / unit
      guard score >= scoreThreshold else { return nil }
      return RawDetection(
        centerX: Double(row[start]) / width, centerY: Double(row[start + 1]) / height,
        width: Double(row[start + 2]) / width, height: Double(row[start + 3]) / height,
        classIndex: best - start - 5, score: score)
    }
    return NonMaximumSuppression.best(of: candidates, overlapLimit: 0.45)
  }

  /// Below this score candidates are noise, and too many to compare.
  private static let leastScore: Float = 0.05
}
