import TFLiteImageCodecs

/// The models of an ``ObjectDetector`` at work, for one thread at a time.
final class ObjectFinder {
  private let detector: Detector
  private let scoreThreshold: Float
  private let fitting: PictureFitting?
  /// nil where objects get no labels.
  private let labeling: (any ObjectLabeling)?
  /// nil where only the most prominent object is wanted.
  private let maxObjectCount: Int?
  /// Gives objects their ids; nil where pictures are unrelated.
  private var tracker: ObjectTracker?

  init(_ options: CommonObjectDetectorOptions) throws {
    try OptionChecks.detectionThreshold(options.detectionScoreThreshold, "detectionScoreThreshold")
    try OptionChecks.count(options.maxObjectCount, "maxObjectCount")
    let model = try (options.detectorModel ?? LocalModel(.codeDetector)).load()
    detector = try model.makeDetector(head: options.detectorHead, options: options.interpreterOptions)
    if let channelOrder = options.channelOrder { detector.channelOrder = channelOrder }
    detector.slicing = options.slicing
    if let resampling = options.resampling { detector.resampling = resampling }
    scoreThreshold = options.detectionScoreThreshold ?? detector.scoreThreshold
    fitting = options.fitting
    labeling = options.shouldEnableClassification ? try options.makeLabeling() : nil
    maxObjectCount = options.shouldEnableMultipleObjects ? options.maxObjectCount : nil
    tracker =
      switch options.detectorMode {
      case .singleImage: nil
      case .stream: try ObjectTracker(options: options.trackerOptions ?? .init(scoreThreshold: scoreThreshold))
      }
  }

  /// The same for another thread, and for pictures that are unrelated.
  private init(copying other: ObjectFinder) throws {
    detector = try other.detector.copy()
    (scoreThreshold, fitting, maxObjectCount) = (other.scoreThreshold, other.fitting, other.maxObjectCount)
    labeling = try other.labeling?.copy()
  }

  /// Models of their own for another thread, on one thread each, for pictures that are unrelated; they share the weights.
  func copy() throws -> ObjectFinder { try ObjectFinder(copying: self) }

  /// The objects in a picture that no other one is related to.
  func objects(inSingle picture: any CompatibleImage) throws -> [Object] {
    let size = labeling?.looksClosely == true ? nil : detector.neededSize
    let image = try picture.upright(neededAt: size)
    detector.forgetPictures()
    let found = try detector.detect(in: image, fitting: fitting, scoreThreshold: scoreThreshold).detections
    return try selected(found.map { ($0, nil) }).map { detection, _ in
      Object(detection, trackingID: nil, labels: try labeling?.labels(of: detection, in: image.image) ?? [])
    }
  }

  /// - Parameter timestamp: when the picture was taken; nil stands for now.
  func objects(in image: Image, at timestamp: Duration?) throws -> [Object] {
    let found = try found(in: image, at: timestamp)
    return try selected(found).map { detection, id in
      Object(detection, trackingID: id, labels: try labeling?.labels(of: detection, in: image) ?? [])
    }
  }

  private func found(in image: Image, at timestamp: Duration?) throws -> [(detection: Detection, id: Int?)] {
    if tracker == nil { detector.forgetPictures() }
    let lowest = tracker?.options.lowScore ?? scoreThreshold
    let detections = try detector.detect(in: image, fitting: fitting, scoreThreshold: lowest).detections
    guard let objects = try tracker?.update(detections, at: timestamp ?? Self.start.duration(to: .now)) else {
      return detections.map { ($0, nil) }
    }
    return objects.compactMap { object in
      object.visible(inWidth: image.width, height: image.height).map { ($0.detection, $0.id) }
    }
  }

  private func selected(_ objects: [(detection: Detection, id: Int?)]) -> [(detection: Detection, id: Int?)] {
    guard let maxObjectCount else {
      return objects.max { $0.detection.prominence < $1.detection.prominence }.map { [$0] } ?? []
    }
    return Array(objects.prefix(max(0, maxObjectCount)))
  }

  private static let start = ContinuousClock.now
}

extension Detection {
  /// How much of an observer's attention the object gets: its area, weighted with how sure the detector is.
  fileprivate var prominence: Double { Double(score) * box.width * box.height }
}
