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
  private let suppression: Suppression
  let classCount: Int? = 1
  /// Faces are given from -1 to 1, palms from 0 to 1.
  let usualNormalization: PixelNormalization
  let usualFitting = PictureFitting.letterbox
  let keypointNames: [String]

  /// - Returns: nil where the outputs have other shapes.
  init?(_ model: VisionModel, _ description: BlazeFaceAnchors, _ options: HeadOptions) throws {
    let outputs = model.outputs
    guard outputs.count == 2, outputs.allSatisfy({ $0.shape.count == 3 }),
      let scores = outputs.firstIndex(where: { $0.shape[2] == 1 }), outputs[1 - scores].shape[2] >= 4,
      outputs[0].shape[1] == outputs[1].shape[1]
    else { return nil }
    inputSize = model.input.size
    anchors = description.boxes(inputSize)
    guard anchors.count == outputs[0].shape[1] else { return nil }
    self.scores = scores
    boxes = 1 - scores
    rowLength = outputs[boxes].shape[2]
    // Noise must not move the boxes of what is there.
    suppression = try options.suppression(or: Suppression(overlapLimit: 0.3, scoreLimit: 0.1))
    switch rowLength {
    case 16:
      usualNormalization = .symmetric
      keypointNames = ["right eye", "left eye", "nose tip", "mouth center", "right ear tragion", "left ear tragion"]
    case 18:
      usualNormalization = .unit
      keypointNames = [
        "wrist", "index knuckle", "middle knuckle", "ring knuckle", "little knuckle", "thumb base", "thumb knuckle",
      ]
    default: (usualNormalization, keypointNames) = (.symmetric, [])
    }
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    let limit = max(scoreThreshold, suppression.scoreLimit)
    var candidates: [RawDetection] = []
    outputs.withValues(of: scores) { logits in
      outputs.withValues(of: boxes) { rows in
        guard logits.count == anchors.count, rows.count == anchors.count * rowLength else { return }
        for index in anchors.indices {
          let score = HeadMath.logistic(min(max(logits[index], -100), 100))
          // A box without area shows nothing. MediaPipe leaves out those of negative size, and at one whose size is 0,
          // which does not even overlap itself, its suppression ends and loses whatever has a lower score.
          guard score >= limit, rows[index * rowLength + 2] > 0, rows[index * rowLength + 3] > 0 else { continue }
          candidates.append(detection(rows, index, score))
        }
      }
    }
    return suppression.blended(candidates)
  }

  private func detection(_ rows: Span<Float>, _ index: Int, _ score: Float) -> RawDetection {
    let (anchor, row) = (anchors[index], index * rowLength)
    func point(_ offset: Int) -> RawDetection.Point {
      RawDetection.Point(
        x: Double(rows[row + offset]) / Double(inputSize.width) + anchor.centerX,
        y: Double(rows[row + offset + 1]) / Double(inputSize.height) + anchor.centerY)
    }
    let center = point(0)
    return RawDetection(
      centerX: center.x, centerY: center.y, width: Double(rows[row + 2]) / Double(inputSize.width),
      height: Double(rows[row + 3]) / Double(inputSize.height), classIndex: 0, score: score,
      keypoints: stride(from: 4, to: rowLength - 1, by: 2).map(point))
  }
}

extension HeadKind {
  static let blazeFace = HeadKind(
    "blazeface",
    "MediaPipe's detectors of faces and palms, with key points: [1, anchors, 4 + 2 · points] and [1, anchors, 1]",
    options: [
      "overlap": "boxes that overlap more are one object, whose edges are their mean (0.3)",
      "score-limit": "candidates with a lower score do not count (0.1)",
    ],
    match: { model in (try? published(model, [:])) ?? nil == nil ? .none : .certain },
    decoder: { try published($0, $1) })

  private static func published(_ model: VisionModel, _ options: HeadOptions) throws -> BlazeFaceHead? {
    for anchors in BlazeFaceAnchors.published {
      if let head = try BlazeFaceHead(model, anchors, options) { return head }
    }
    return nil
  }
}

extension DetectionHead {
  /// Faces or palms, relative to the centers of cells.
  public static func blazeFace(_ anchors: BlazeFaceAnchors) -> DetectionHead {
    .checked("blazeface") { try BlazeFaceHead($0, anchors, [:]) }
  }
}
