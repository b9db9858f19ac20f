import TFLiteImageCodecs

/// One row for each object: left, top, right, bottom, score, class, [1, objects, 6]. Objects that are missing have low
/// scores.
///
/// Source: Ultralytics' YOLOv10 and 26, and its other models exported with their suppression.
struct EndToEndHead: HeadDecoder {
  private let inputSize: InputSize
  private let boxes: BoxUnit
  private let scoreLimit: Float
  let classCount: Int?
  var usualNormalization: PixelNormalization { .unit }
  let usualFitting = PictureFitting.letterbox
  var usualMargin: RGBColor { .ultralytics }

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel, boxes: BoxUnit?, scoreLimit: Float) {
    guard let output = model.outputs.first, model.outputs.count == 1, output.shape.count == 3, output.shape[0] == 1,
      output.shape[2] == 6
    else { return nil }
    inputSize = model.input.size
    // Exports by way of TensorFlow, whose inputs are interleaved, give parts; those made from PyTorch give pixels.
    self.boxes = boxes ?? (model.input.isPlanar ? .pixels : .parts)
    self.scoreLimit = scoreLimit
    classCount = model.metadata.exporter?.names.count
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    outputs.withValues(of: 0) { values in
      let threshold = max(scoreThreshold, scoreLimit)
      let (width, height) = (boxes.divisor(inputSize.width), boxes.divisor(inputSize.height))
      var found: [RawDetection] = []
      for row in stride(from: 0, to: values.count - values.count % 6, by: 6) where values[row + 4] >= threshold {
        found.append(
          RawDetection(
            left: Double(values[row]) / width, top: Double(values[row + 1]) / height,
            right: Double(values[row + 2]) / width, bottom: Double(values[row + 3]) / height,
            classIndex: Int(exactly: values[row + 5].rounded()) ?? -1, score: values[row + 4]))
      }
      return found
    }
  }
}

extension HeadKind {
  static let endToEnd = HeadKind(
    "end-to-end", "Ultralytics' models with their suppression, YOLOv10, YOLO26: [1, objects, 6]",
    options: [
      "boxes": "parts or pixels of the input (pixels where the input is planar, else parts)",
      "score-limit": "rows with a lower score are no objects (0.01)",
    ],
    match: { model in
      guard let shape = model.outputs.first?.shape, model.outputs.count == 1, shape.count == 3, shape[0] == 1,
        shape[2] == 6
      else { return .none }
      if model.metadata.exporter?.isEndToEnd == true { return .certain }
      // A YOLOv5 with one class has such rows, too: as many as it has anchors.
      if shape[1] == YOLOv5Head.candidateCount(model.input.size) { return .none }
      return shape[1] <= 1000 ? .certain : .possible
    },
    decoder: { model, options in
      EndToEndHead(
        model, boxes: try options.choice("boxes"), scoreLimit: Float(try options.number("score-limit", or: 0.01)))
    })
}

extension DetectionHead {
  /// One row for each object: edges, score, class.
  ///
  /// - Parameter boxes: what the edges are; nil stands for pixels where the input is planar, else for parts.
  public static func endToEnd(boxes: BoxUnit? = nil) -> DetectionHead {
    .checked("end-to-end") { EndToEndHead($0, boxes: boxes, scoreLimit: 0.01) }
  }
}
