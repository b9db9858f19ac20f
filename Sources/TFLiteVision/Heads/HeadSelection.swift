extension HeadKind {
  /// All kinds. The first certain one is taken.
  public static let all: [HeadKind] = [
    .lists, .blazeFace, .ssd, .ssdFPN, .efficientDet, .endToEnd, .yolov8, .yolov5, .yolox, .yoloxRows, .yoloGrids,
    .nanoDet, .centerNet, .fomo,
  ]
}

extension VisionModel {
  /// The head that the caller states, or the one that fits.
  ///
  /// - Throws: ``VisionError/unsuitableOutputs(_:)``, ``VisionError/ambiguousHead(_:)``,
  ///   ``VisionError/malformedMetadata(_:)``, what a head of the caller's throws.
  func head(_ stated: DetectionHead?) throws -> any HeadDecoder {
    if let stated { return try stated.decoder(self) }
    if let task = metadata.exporter?.task, task != "detect" {
      throw VisionError.unsuitableOutputs("its metadata says that its task is \"\(task)\", expected \"detect\"")
    }
    let matches = HeadKind.all.map { ($0, $0.match(self)) }
    if let (kind, _) = matches.first(where: { $0.1 == .certain }) { return try kind.head().decoder(self) }
    let possible = matches.filter { $0.1 == .possible }.map(\.0)
    if possible.count == 1 { return try possible[0].head().decoder(self) }
    guard possible.isEmpty else {
      throw VisionError.ambiguousHead(
        "its outputs (\(listing)) could be those of the heads "
          + possible.map(\.name).joined(separator: ", ") + ": say which (--head)")
    }
    if let classes = classScoreCount {
      throw VisionError.unsuitableOutputs(
        "its output (\(listing)) has one score for each of \(classes) classes, as those of classifiers have: "
          + "use a Classifier (tflite label)")
    }
    throw VisionError.unsuitableOutputs(
      "it has no operator \(DetectionListsHead.operatorName), and its outputs (\(listing)) are those of no other kind "
        + "of detector that can be told by names and shapes")
  }

  /// How many classes a classifier has, [1, classes]; nil where the model is none.
  var classScoreCount: Int? {
    guard outputs.count == 1, let count = outputs[0].shape.last, count > 1,
      outputs[0].shape.dropLast().allSatisfy({ $0 == 1 })
    else { return nil }
    return count
  }

  /// Whether the model may be a detector of a known kind.
  var isLikelyDetector: Bool { HeadKind.all.contains { $0.match(self) != .none } }
}
