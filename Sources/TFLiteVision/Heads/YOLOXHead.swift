/// One row for each object, as exported with its suppression: picture, class, score, left, top, right, bottom in pixels of
/// the input: [objects, 7]. How many objects there are is known when the model has run.
struct YOLOXHead: HeadDecoder {
  private let inputSize: InputSize
  let classCount: Int? = nil
  /// Pixels as they are.
  let usualNormalization = PixelNormalization(mean: 0, standardDeviation: 1)

  /// - Returns: nil where the output has another shape.
  init?(_ outputs: [OutputShape], inputSize: InputSize) {
    guard outputs.count == 1, outputs[0].shape.count == 2, outputs[0].shape[1] == 7 else { return nil }
    self.inputSize = inputSize
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let values = outputs[0].values
    let (width, height) = (Double(inputSize.width), Double(inputSize.height))
    return stride(from: 0, to: values.count - values.count % 7, by: 7).compactMap { row in
      guard values[row + 2] >= scoreThreshold else { return nil }
      return RawDetection(
        left: Double(values[row + 3]) / width, top: Double(values[row + 4]) / height,
        right: Double(values[row + 5]) / width, bottom: Double(values[row + 6]) / height,
        classIndex: Int(exactly: values[row + 1]) ?? -1, score: values[row + 2])
    }
  }
}
