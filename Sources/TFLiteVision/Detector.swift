import TFLite
import TFLiteImageCodecs
import TFLiteSchema

/// Finds objects in pictures with a detection model.
///
/// Detectors made for videos may be recurrent: they have further inputs and outputs, through which one run tells the next
/// what it has seen. ``forgetPictures()`` begins anew.
///
/// A detector must not be used by two threads at once.
public final class Detector {
  /// The names of the model's classes; empty where neither the model nor the caller knows them.
  public var labels: LabelList

  /// The order in which the model wants the colors of a pixel.
  public var channelOrder = ChannelOrder.rgb

  /// What the pixels of a picture at the size of the model's input are made of: what the model states, else bilinear.
  public var resampling: Resampling

  /// The score below which the model's metadata says that objects are not worth reporting; nil where it does not say.
  public let recommendedScoreThreshold: Float?

  /// One sentence that names what the model does not say about itself and should; nil where nothing is missing.
  public let warning: String?

  private let interpreter: Interpreter
  private let input: PictureInput
  private let inputPosition: Int
  private var state: RecurrentState
  private let head: any HeadDecoder
  private let calibration: ScoreCalibration?

  /// Makes a detector of a model.
  ///
  /// - Parameters:
  ///   - model: a detector with one input for pictures, [1, height, width, 1 or 3]; every other input has an output of
  ///     the same shape that is fed back to it.
  ///   - labels: the names of the classes; nil takes those that are packed with the model.
  ///   - head: what the outputs mean; nil finds it out from metadata, operators, names and shapes.
  ///   - locale: the language of the labels, such as `en` or `pt-BR`, where the model has several.
  ///   - options: how the model runs.
  /// - Throws: ``VisionError`` when the model is no detector of a known kind, its metadata is contradictory, or there are
  ///   fewer labels than classes; `InterpreterError` when it cannot run.
  public init(
    model: Model, labels: LabelList? = nil, head: DetectionHead? = nil, locale: String = "en",
    options: Interpreter.Options? = nil
  ) throws {
    let metadata = PictureMetadata(model, locale: locale)
    let graph = model.subgraphs[0]
    inputPosition = try PictureInput.position(in: graph)
    let input = try PictureInput(
      graph.tensors[Int(graph.inputs[inputPosition])], normalization: metadata.normalization)
    state = try RecurrentState(of: graph, besides: inputPosition)
    self.head = try HeadSelection(model, metadata, inputSize: input.size).decoder(head)
    self.input = metadata.normalization == nil ? input.normalized(self.head.usualNormalization) : input
    calibration = try metadata.scoreCalibration(of: model)
    try labels?.check(classCount: self.head.classCount)
    self.labels = labels ?? metadata.labels ?? LabelList(names: [])
    recommendedScoreThreshold = metadata.scoreThreshold
    resampling = metadata.resampling ?? .bilinear
    warning = metadata.warning(hasLabels: !self.labels.names.isEmpty, needsNormalization: input.isNormalized)
    interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
  }

  /// Whether what is found in a picture depends on those before.
  public var isRecurrent: Bool { !state.isEmpty }

  /// Makes a recurrent detector see the next picture as if it were the first one.
  public func forgetPictures() { state.reset() }

  /// Finds the objects in a picture.
  ///
  /// - Parameters:
  ///   - image: the picture as a person sees it.
  ///   - fitting: how it is brought to the size of the model's input; nil stands for what suits the model.
  ///   - scoreThreshold: objects with a lower score are left out; nil stands for the threshold that the model's metadata
  ///     states, else 0.
  ///   - maxResults: only the best so many objects are given; nil gives all.
  ///   - allowing: only objects with these labels are given; nil gives all.
  ///   - denying: objects with these labels are left out.
  /// - Returns: the objects, best first, and how long each part took.
  /// - Throws: `ImageError` when the picture cannot be scaled, `InterpreterError` when the model cannot compute with it.
  public func detect(
    in image: Image, fitting: PictureFitting? = nil, scoreThreshold: Float? = nil, maxResults: Int? = nil,
    allowing: Set<String>? = nil, denying: Set<String> = []
  ) throws -> DetectionResult {
    let clock = ContinuousClock()
    let start = clock.now
    let picture = try input.encode(
      image, fitting: fitting ?? head.usualFitting, resampling: resampling, order: channelOrder)
    try interpreter.copy(picture.data, toInputAt: inputPosition)
    try state.feed(interpreter)
    let encoded = clock.now
    try interpreter.invoke()
    let finished = clock.now
    try state.keep(from: interpreter)

    let threshold = scoreThreshold ?? recommendedScoreThreshold ?? 0
    let found = try candidates(scoreThreshold: threshold)
      .map { detection($0, picture, in: image) }
      .filter { object in
        object.label.map { allowing?.contains($0) ?? true && !denying.contains($0) } ?? (allowing == nil)
      }
      .sorted { $0.score > $1.score }
      .prefix(maxResults.map { max(0, $0) } ?? Int.max)
    return DetectionResult(
      detections: Array(found), resizeTime: start.duration(to: encoded), inferenceTime: encoded.duration(to: finished))
  }

  /// What the last run has found, with calibrated scores. What is not a number is no detection.
  private func candidates(scoreThreshold: Float) throws -> [RawDetection] {
    let outputs = try (0..<interpreter.outputTensorCount).map { try OutputValues(interpreter.output(at: $0)) }
    guard let calibration else {
      return head.detections(in: outputs, scoreThreshold: scoreThreshold).filter(\.isMeaningful)
    }
    // Calibration may raise a low score.
    return head.detections(in: outputs, scoreThreshold: 0).filter(\.isMeaningful).map { detection in
      var detection = detection
      detection.score = calibration.calibrated(detection.score, classIndex: detection.classIndex)
      return detection
    }.filter { $0.score >= scoreThreshold }
  }

  private func detection(_ raw: RawDetection, _ picture: EncodedPicture, in image: Image) -> Detection {
    let (width, height) = (Double(input.size.width), Double(input.size.height))
    return Detection(
      label: labels.name(of: raw.classIndex, classCount: head.classCount), classIndex: raw.classIndex, score: raw.score,
      box: BoundingBox(
        from: picture.toOriginal(raw.left * width, raw.top * height),
        to: picture.toOriginal(raw.right * width, raw.bottom * height),
        within: (image.width, image.height)))
  }
}

/// What a detector has found in one picture.
public struct DetectionResult: Sendable {
  /// The objects, best first.
  public let detections: [Detection]
  /// The time it took to scale the picture and to copy it into the input.
  public let resizeTime: Duration
  /// The time that the model ran.
  public let inferenceTime: Duration
}
