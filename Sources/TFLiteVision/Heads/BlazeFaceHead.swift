import Foundation

/// The grids of anchors of BlazeFace and its relatives: all anchors of a cell are the same square of the whole picture's
/// size, so that only their centers count.
///
/// Source: `ssd_anchors_calculator.cc` of MediaPipe, with `fixed_anchor_size`.
public struct BlazeFaceAnchors: Sendable, Equatable {
  /// One grid.
  public struct Grid: Sendable, Equatable {
    /// Pixels of the input between two cells.
    public var stride: Int
    /// Anchors in each cell.
    public var anchorsPerCell: Int

    /// Describes a grid.
    public init(stride: Int, anchorsPerCell: Int) {
      self.stride = stride
      self.anchorsPerCell = anchorsPerCell
    }
  }

  /// The grids in the order of the model's rows.
  public var grids: [Grid]

  /// Describes anchors.
  public init(grids: [Grid]) { self.grids = grids }

  /// The published models: faces near the camera (128 x 128) and palms (192 x 192); faces farther away (256 x 256);
  /// faces at all distances (192 x 192, dense).
  static let published = [
    BlazeFaceAnchors(grids: [Grid(stride: 8, anchorsPerCell: 2), Grid(stride: 16, anchorsPerCell: 6)]),
    BlazeFaceAnchors(grids: [Grid(stride: 16, anchorsPerCell: 2), Grid(stride: 32, anchorsPerCell: 6)]),
    BlazeFaceAnchors(grids: [Grid(stride: 4, anchorsPerCell: 1)]),
  ]

  /// The anchors for an input.
  func boxes(_ size: InputSize) -> [AnchorBox] {
    grids.filter { $0.stride > 0 && $0.anchorsPerCell > 0 }.flatMap { grid in
      AnchorBox.grid(
        columns: (size.width + grid.stride - 1) / grid.stride, rows: (size.height + grid.stride - 1) / grid.stride,
        shapes: Array(repeating: (1, 1), count: grid.anchorsPerCell))
    }
  }
}

/// BlazeFace and its relatives: for each anchor center x, center y, width, height and key points in pixels of the input,
/// relative to the anchor's center, [1, anchors, 4 + 2 points]; and the logit of the score, [1, anchors, 1].
///
/// Source: V. Bazarevsky et al., "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs", 2019;
/// `tensors_to_detections_calculator.cc` of MediaPipe.
struct BlazeFaceHead: HeadDecoder {
  private let boxes: Int
  private let scores: Int
  private let rowLength: Int
  private let anchors: [AnchorBox]
  private let inputSize: InputSize
  let classCount: Int? = 1
  let usualFitting = PictureFitting.letterbox

  /// - Returns: nil where the outputs have other shapes.
  init?(_ outputs: [OutputShape], _ description: BlazeFaceAnchors, inputSize: InputSize) {
    guard outputs.count == 2, outputs.allSatisfy({ $0.shape.count == 3 }),
      let scores = outputs.firstIndex(where: { $0.shape[2] == 1 }), outputs[1 - scores].shape[2] >= 4,
      outputs[0].shape[1] == outputs[1].shape[1]
    else { return nil }
    anchors = description.boxes(inputSize)
    guard anchors.count == outputs[0].shape[1] else { return nil }
    self.scores = scores
    boxes = 1 - scores
    rowLength = outputs[boxes].shape[2]
    self.inputSize = inputSize
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let (boxes, logits) = (outputs[boxes].values, outputs[scores].values)
    let (width, height) = (Double(inputSize.width), Double(inputSize.height))
    let candidates = anchors.indices.compactMap { index -> RawDetection? in
      let score = 1 / (1 + exp(-min(max(logits[index], -100), 100)))
      guard score >= max(scoreThreshold, Self.leastScore) else { return nil }
      let row = boxes[index * rowLength..<index * rowLength + 4].map(Double.init)
      return RawDetection(
        centerX: row[0] / width + anchors[index].centerX, centerY: row[1] / height + anchors[index].centerY,
        width: row[2] / width, height: row[3] / height, classIndex: 0, score: score)
    }
    return NonMaximumSuppression.blended(candidates, overlapLimit: 0.3)
  }

  /// Below this score candidates are noise, and must not move the boxes of what is there.
  private static let leastScore: Float = 0.1
}
