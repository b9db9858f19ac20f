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
  public var labels: LabelList {
    get { model.labels }
    set { model.labels = newValue }
  }

  /// The order in which the model wants the colors of a pixel: at first what is usual for its head.
  public var channelOrder: ChannelOrder {
    get { model.look.order }
    set { model.look.order = newValue }
  }

  /// What the pixels of a picture at the size of the model's input are made of: what the model states, else bilinear.
  public var resampling: Resampling {
    get { model.look.resampling }
    set { model.look.resampling = newValue }
  }

  /// Whether pictures are also looked at part by part, for small objects; nil, the default, stands for the whole only.
  public var slicing: Slicing?

  /// The score below which the model's metadata says that objects are not worth reporting; nil where it does not say.
  public var recommendedScoreThreshold: Float? { model.recommendedScoreThreshold }

  /// The score below which objects are left out unless a call says otherwise: what the model recommends, else 0.5.
  public var scoreThreshold: Float { recommendedScoreThreshold ?? 0.5 }

  /// One sentence that names what the model does not say about itself and should; nil where nothing is missing.
  public var warning: String? { model.warning }

  private let model: PictureModel
  private let head: any HeadDecoder
  /// For the parts of pictures, once there were some.
  private var sliceRunners: [PictureRunner] = []

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
  ///   fewer labels than classes; `InterpreterError` when it cannot run; what a head of the caller's throws.
  public init(
    model: Model, labels: LabelList? = nil, head: DetectionHead? = nil, locale: String = "en",
    options: Interpreter.Options? = nil
  ) throws {
    let description = try VisionModel(model, locale: locale)
    // What an input that is no state means comes before what outputs mean.
    _ = try RecurrentState(of: model.subgraphs[0], besides: description.inputPosition)
    let head = try description.head(head)
    self.head = head
    self.model = try PictureModel(
      description, labels: labels, classCount: head.classCount, usualNormalization: head.usualNormalization,
      look: PictureLook(fitting: head.usualFitting, margin: head.usualMargin, order: head.usualChannelOrder),
      options: options)
  }

  private init(_ other: Detector, threadCount: Int) throws {
    model = try PictureModel(other.model, threadCount: threadCount)
    head = other.head
    slicing = other.slicing
  }

  /// Another detector of the same model with the same properties, for another thread; they share the weights.
  ///
  /// - Parameter threadCount: how many threads run the model.
  /// - Throws: `InterpreterError` when there is no memory for another.
  public func copy(threadCount: Int = 1) throws -> Detector { try Detector(self, threadCount: threadCount) }

  /// How large a picture must be for the detector to see all it can, for `ReducedImage`; nil where every pixel may count,
  /// as with bilinear interpolation or slices.
  public var neededSize: (width: Int, height: Int)? { slicing == nil ? model.neededSize : nil }

  /// Whether what is found in a picture depends on those before.
  public var isRecurrent: Bool { model.runner.isRecurrent }

  /// Makes a recurrent detector see the next picture as if it were the first one.
  public func forgetPictures() { model.runner.forgetPictures() }

  /// Finds the objects in a picture.
  ///
  /// - Parameters:
  ///   - image: the picture as a person sees it.
  ///   - fitting: how it is brought to the size of the model's input; nil stands for what suits the model.
  ///   - scoreThreshold: objects with a lower score are left out; nil stands for ``scoreThreshold``.
  ///   - maxResults: only the best so many objects are given; nil gives all.
  ///   - allowing: only objects with these labels are given; nil gives all.
  ///   - denying: objects with these labels are left out.
  ///   - progress: is told how many parts of the picture are done, and of how many; from any thread, one call after the
  ///     other.
  /// - Returns: the objects, best first, and how long each part took.
  /// - Throws: `ImageError` when the picture cannot be scaled, `InterpreterError` when the model cannot compute with it,
  ///   ``VisionError/cannotSlice(_:)``, ``VisionError/invalidOption(name:value:expected:)``.
  public func detect(
    in image: Image, fitting: PictureFitting? = nil, scoreThreshold: Float? = nil, maxResults: Int? = nil,
    allowing: Set<String>? = nil, denying: Set<String> = [],
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
  ) throws -> DetectionResult {
    try detect(
      in: ReducedImage(image), fitting: fitting, scoreThreshold: scoreThreshold, maxResults: maxResults,
      allowing: allowing, denying: denying, progress: progress)
  }

  /// Finds the objects in a picture that was decoded at ``neededSize``. Boxes are in pixels of the whole picture.
  ///
  /// Parameters, results and errors are those for a picture with all of its pixels.
  public func detect(
    in image: ReducedImage, fitting: PictureFitting? = nil, scoreThreshold: Float? = nil, maxResults: Int? = nil,
    allowing: Set<String>? = nil, denying: Set<String> = [],
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
  ) throws -> DetectionResult {
    try OptionChecks.detectionThreshold(scoreThreshold, "scoreThreshold")
    try OptionChecks.count(maxResults, "maxResults")
    var look = model.look
    if let fitting { look.fitting = fitting }
    let threshold = scoreThreshold ?? self.scoreThreshold
    var times = RunTimes()
    var found = try detections(in: image, look, threshold, &times, progress)
    if allowing != nil || !denying.isEmpty {
      found.removeAll { object in
        guard let label = object.label else { return allowing != nil }
        return !(allowing?.contains(label) ?? true) || denying.contains(label)
      }
    }
    found.sort { $0.score > $1.score }
    if let maxResults, maxResults < found.count { found.removeLast(found.count - maxResults) }
    return DetectionResult(
      detections: found, scoreThreshold: threshold, resizeTime: times.resize, inferenceTime: times.inference)
  }

  /// What is found in the whole, and in the parts if there are any.
  private func detections(
    in picture: ReducedImage, _ look: PictureLook, _ threshold: Float, _ times: inout RunTimes,
    _ progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  ) throws -> [Detection] {
    let whole = PixelRectangle(of: picture.image)
    let parts = try slicing?.parts(of: picture.image, for: model.input.size) ?? []
    guard !parts.isEmpty else { return try detections(in: picture, whole, look, threshold, by: model.runner, &times) }
    guard !isRecurrent else { throw VisionError.cannotSlice("the detector is recurrent, and remembers one picture") }
    while sliceRunners.count < min(model.threadCount, parts.count + 1) {
      sliceRunners.append(try model.anotherRunner())
    }
    let work = SliceWork(
      [whole] + parts, runners: sliceRunners, progress: progress
    ) { part, runner, times in
      try self.detections(in: picture, part, look, threshold, by: runner, &times)
    }
    return SliceMerging().merged(try work.run(&times))
  }

  private func detections(
    in picture: ReducedImage, _ part: PixelRectangle, _ look: PictureLook, _ threshold: Float, by runner: PictureRunner,
    _ times: inout RunTimes
  ) throws -> [Detection] {
    try runner.run(picture.image, part, look, &times) { outputs, transform in
      // Calibration may raise a low score.
      let limit = model.calibration == nil ? threshold : 0
      var found: [Detection] = []
      for var raw in head.detections(in: outputs, scoreThreshold: limit) where raw.isMeaningful {
        if let calibration = model.calibration {
          raw.score = calibration.calibrated(raw.score, classIndex: raw.classIndex)
        }
        guard raw.score >= threshold else { continue }
        found.append(detection(raw, transform, in: picture))
      }
      return found
    }
  }

  private func detection(_ raw: RawDetection, _ transform: PictureTransform, in picture: ReducedImage) -> Detection {
    let (width, height) = (Double(model.input.size.width), Double(model.input.size.height))
    let scale = picture.scale
    func original(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let point = transform.toOriginal(x * width, y * height)
      return (point.x * scale.x, point.y * scale.y)
    }
    return Detection(
      label: model.name(of: raw.classIndex), classIndex: raw.classIndex, score: raw.score,
      box: BoundingBox(
        from: original(raw.left, raw.top), to: original(raw.right, raw.bottom),
        within: (picture.width, picture.height)),
      keypoints: raw.keypoints.enumerated().map { index, point in
        let (x, y) = original(point.x, point.y)
        return Keypoint(name: head.keypointNames.indices.contains(index) ? head.keypointNames[index] : nil, x: x, y: y)
      })
  }
}

/// What a detector has found in one picture.
public struct DetectionResult: Sendable {
  /// The objects, best first.
  public let detections: [Detection]
  /// Objects with a lower score were left out.
  public let scoreThreshold: Float
  /// The time it took to scale the picture and to write it into the input; of parts on several threads, their sum.
  public let resizeTime: Duration
  /// The time that the model ran; of parts on several threads, their sum.
  public let inferenceTime: Duration
}
