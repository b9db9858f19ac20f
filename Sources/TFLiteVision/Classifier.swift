import TFLite
import TFLiteImageCodecs
import TFLiteSchema

/// Says what pictures show with a classification model.
///
/// A classifier must not be used by two threads at once.
public final class Classifier {
  /// The names of the model's classes; empty where neither the model nor the caller knows them.
  public let labels: LabelList

  /// The order in which the model wants the colors of a pixel.
  public var channelOrder = ChannelOrder.rgb

  /// What the pixels of a picture at the size of the model's input are made of: what the model states, else bilinear.
  public var resampling: Resampling

  /// The score below which the model's metadata says that classes are not worth reporting; nil where it does not say.
  public let recommendedScoreThreshold: Float?

  /// One sentence that names what the model does not say about itself and should; nil where nothing is missing.
  public let warning: String?

  private let interpreter: Interpreter
  private let input: PictureInput
  private let calibration: ScoreCalibration?
  private let classCount: Int

  /// Makes a classifier of a model.
  ///
  /// - Parameters:
  ///   - model: a classifier with one input, [1, height, width, 1 or 3], and one output with a score for each class.
  ///   - labels: the names of the classes; nil takes those that are packed with the model.
  ///   - locale: the language of the labels, such as `en` or `pt-BR`, where the model has several.
  ///   - options: how the model runs.
  /// - Throws: ``VisionError`` when the model is no classifier, its metadata is contradictory, or there are fewer labels
  ///   than classes; `InterpreterError` when it cannot run.
  public init(
    model: Model, labels: LabelList? = nil, locale: String = "en", options: Interpreter.Options? = nil
  ) throws {
    let metadata = PictureMetadata(model, locale: locale)
    input = try PictureInput(of: model, metadata)
    classCount = try Self.classCount(of: model.subgraphs[0])
    calibration = try metadata.scoreCalibration(of: model)
    try labels?.check(classCount: classCount)
    self.labels = labels ?? metadata.labels ?? LabelList(names: [])
    recommendedScoreThreshold = metadata.scoreThreshold
    resampling = metadata.resampling ?? .bilinear
    warning = metadata.warning(hasLabels: !self.labels.names.isEmpty, needsNormalization: input.isNormalized)
    interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocateTensors()
  }

  private static func classCount(of graph: Subgraph) throws(VisionError) -> Int {
    guard graph.outputs.count == 1 else {
      throw .noClassifier("it has \(graph.outputs.count) outputs; expected one with a score for each class")
    }
    let output = graph.tensors[Int(graph.outputs[0])]
    guard let count = output.shape.last, count > 1, output.shape.dropLast().allSatisfy({ $0 == 1 }) else {
      throw .noClassifier(
        "output \"\(output.name)\" has shape \(output.shape); expected a score for each class, [1, classes]")
    }
    return Int(count)
  }

  /// Says what a picture shows.
  ///
  /// - Parameters:
  ///   - image: the picture as a person sees it.
  ///   - region: the part that is looked at, in pixels of the picture, widened to whole ones; nil stands for all of it.
  ///   - fitting: how the part is brought to the size of the model's input.
  ///   - scoreThreshold: classes with a lower score are left out; nil stands for the threshold that the model's metadata
  ///     states, else 0.
  ///   - maxResults: only the best so many classes are given; nil gives all.
  /// - Returns: the classes, best first, and how long each part took.
  /// - Throws: ``VisionError/emptyRegion(_:)``, `ImageError` when the picture cannot be scaled, `InterpreterError` when the
  ///   model cannot compute with it.
  public func classify(
    _ image: Image, region: BoundingBox? = nil, fitting: PictureFitting = .stretch, scoreThreshold: Float? = nil,
    maxResults: Int? = nil
  ) throws -> ClassificationResult {
    let clock = ContinuousClock()
    let start = clock.now
    let part = try region.map { try image.part($0) } ?? image
    let picture = try input.encode(part, fitting: fitting, resampling: resampling, order: channelOrder)
    try interpreter.copy(picture.data, toInputAt: 0)
    let encoded = clock.now
    try interpreter.invoke()
    let finished = clock.now

    let threshold = scoreThreshold ?? recommendedScoreThreshold ?? 0
    let scores = try interpreter.output(at: 0).floats()
    let found = scores.enumerated()
      .map { index, score in (index: index, score: calibration?.calibrated(score, classIndex: index) ?? score) }
      .filter { $0.score >= threshold }
      .sorted { $0.score > $1.score }
      .prefix(maxResults.map { max(0, $0) } ?? Int.max)
      .map { index, score in
        Classification(label: labels.name(of: index, classCount: classCount), classIndex: index, score: score)
      }
    return ClassificationResult(
      classifications: found, resizeTime: start.duration(to: encoded), inferenceTime: encoded.duration(to: finished))
  }
}

/// One class that a picture may belong to.
public struct Classification: Equatable, Sendable {
  /// The name of the class; nil where no labels are known.
  public let label: String?
  /// The class as the model counts it, from 0.
  public let classIndex: Int
  /// How sure the model is, usually 0 to 1.
  public let score: Float

  /// Describes a class.
  public init(label: String?, classIndex: Int, score: Float) {
    self.label = label
    self.classIndex = classIndex
    self.score = score
  }
}

/// What a classifier says about one picture.
public struct ClassificationResult: Sendable {
  /// The classes, best first.
  public let classifications: [Classification]
  /// The time it took to scale the picture and to copy it into the input.
  public let resizeTime: Duration
  /// The time that the model ran.
  public let inferenceTime: Duration
}

extension Image {
  /// A part of the picture, widened to whole pixels.
  ///
  /// - Throws: ``VisionError/emptyRegion(_:)`` where nothing of the picture is in the region.
  func part(_ region: BoundingBox) throws(VisionError) -> Image {
    func range(_ start: Double, _ length: Double, within count: Int) -> Range<Int> {
      // Kept within the picture first: no integer holds every number.
      let first = min(max(start, 0), Double(count))
      let last = min(max(start + length, first), Double(count))
      guard first < last else { return 0..<0 }
      return Int(first.rounded(.down))..<Int(last.rounded(.up))
    }
    do {
      return try cropped(
        columns: range(region.x, region.width, within: width), rows: range(region.y, region.height, within: height))
    } catch {
      throw .emptyRegion(region)
    }
  }
}
