import TFLite
import TFLiteImageCodecs
import TFLiteSchema

/// Finds objects in pictures with a detection model.
///
/// A detector must not be used by two threads at once.
public final class Detector {
  /// The names of the model's classes; empty where neither the model nor the caller knows them.
  public var labels: LabelList

  private let interpreter: Interpreter
  private let input: PictureInput
  private let head: PostprocessHead

  /// Makes a detector of a model.
  ///
  /// - Parameters:
  ///   - model: a detector that ends in TFLite_Detection_PostProcess and has one input, [1, height, width, 1 or 3].
  ///   - labels: the names of the classes; nil takes those that are packed with the model.
  ///   - options: how the model runs.
  /// - Throws: ``VisionError`` when the model is no detector of this kind, `InterpreterError` when it cannot run.
  public init(model: Model, labels: LabelList? = nil, options: Interpreter.Options? = nil) throws {
    let metadata = PictureMetadata(model)
    input = try PictureInput(of: model, metadata)
    head = try PostprocessHead(model)
    self.labels = labels ?? metadata.labels ?? LabelList(names: [])
    interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
  }

  /// Finds the objects in a picture.
  ///
  /// - Parameters:
  ///   - image: the picture as a person sees it.
  ///   - fitting: how it is brought to the size of the model's input.
  ///   - scoreThreshold: objects with a lower score are left out.
  ///   - maxResults: only the best so many objects are given; nil gives all.
  /// - Returns: the objects, best first, and how long each part took.
  /// - Throws: `ImageError` when the picture cannot be scaled, `InterpreterError` when the model cannot compute with it.
  public func detect(
    in image: Image, fitting: PictureFitting = .stretch, scoreThreshold: Float = 0, maxResults: Int? = nil
  ) throws -> DetectionResult {
    let clock = ContinuousClock()
    let start = clock.now
    let picture = try input.encode(image, fitting: fitting)
    try interpreter.copy(picture.data, toInputAt: 0)
    let encoded = clock.now
    try interpreter.invoke()
    let finished = clock.now

    let found = try head.detections(of: interpreter)
      .filter { $0.score >= scoreThreshold }
      .sorted { $0.score > $1.score }
      .prefix(maxResults ?? Int.max)
      .map { detection($0, picture, in: image) }
    return DetectionResult(
      detections: found, resizeTime: start.duration(to: encoded), inferenceTime: encoded.duration(to: finished))
  }

  private func detection(
    _ raw: PostprocessHead.RawDetection, _ picture: EncodedPicture, in image: Image
  ) -> Detection {
    let (width, height) = (Double(input.width), Double(input.height))
    return Detection(
      label: labels.name(of: raw.classIndex, classCount: head.classCount), classIndex: raw.classIndex, score: raw.score,
      box: BoundingBox(
        from: picture.toOriginal(Double(raw.xmin) * width, Double(raw.ymin) * height),
        to: picture.toOriginal(Double(raw.xmax) * width, Double(raw.ymax) * height),
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
