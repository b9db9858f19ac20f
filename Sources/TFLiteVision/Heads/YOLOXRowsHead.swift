/// One row for each object, as exported with its suppression: picture, class, score, left, top, right, bottom in pixels of
/// the input: [objects, 7]. How many objects there are is known when the model has run.
struct YOLOXRowsHead: HeadDecoder {
  private let inputSize: InputSize
  let classCount: Int? = nil
  /// Pixels as they are.
  let usualNormalization = PixelNormalization.none

  /// - Returns: nil where the output has another shape.
  init?(_ model: VisionModel) {
    guard let output = model.outputs.first, model.outputs.count == 1, output.shape.count == 2, output.shape[1] == 7
    else { return nil }
    inputSize = model.input.size
  }

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    outputs.withValues(of: 0) { values in
      let (width, height) = (Double(inputSize.width), Double(inputSize.height))
      var found: [RawDetection] = []
      for row in stride(from: 0, to: values.count - values.count % 7, by: 7) where values[row + 2] >= scoreThreshold {
        found.append(
          RawDetection(
            left: Double(values[row + 3]) / width, top: Double(values[row + 4]) / height,
            right: Double(values[row + 5]) / width, bottom: Double(values[row + 6]) / height,
            classIndex: Int(exactly: values[row + 1]) ?? -1, score: values[row + 2]))
      }
      return found
    }
  }
}

extension HeadKind {
  static let yoloxRows = HeadKind(
    "yolox-rows", "YOLOX exported with its suppression: a row for each object, [objects, 7]",
    // [1, 7] could be a classifier's.
    match: { model in
      guard YOLOXRowsHead(model) != nil else { return .none }
      return model.outputs[0].shape[0] != 1 || model.contains(.nonMaxSuppressionV4)
        || model.contains(.nonMaxSuppressionV5) ? .certain : .none
    },
    decoder: { model, _ in YOLOXRowsHead(model) })
}

extension DetectionHead {
  /// One row for each object: picture, class, score, edges.
  public static let yolox = HeadKind.yoloxRows.head()
}
