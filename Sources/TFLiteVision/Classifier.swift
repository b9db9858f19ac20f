import TFLite
import TFLiteImageCodecs
import TFLiteSchema

/// Says what pictures show with a classification model.
///
/// A classifier must not be used by two threads at once.
public final class Classifier {
  /// The names of the model's classes; empty where neither the model nor the caller knows them.
  public var labels: LabelList { model.labels }

  /// The order in which the model wants the colors of a pixel.
  public var channelOrder: ChannelOrder {
    get { model.look.order }
    set { model.look.order = newValue }
  }

  /// What the pixels of a picture at the size of the model's input are made of: what the model states, else bilinear.
  public var resampling: Resampling {
    get { model.look.resampling }
    set { model.look.resampling = newValue }
  }

  /// How much more than an object's box the model wants to see on each side, as a part of the box's width and height: what it
  /// states, else 0.
  var margin: Double { model.margin }

  /// The score below which the model's metadata says that classes are not worth reporting; nil where it does not say.
  public var recommendedScoreThreshold: Float? { model.recommendedScoreThreshold }

  /// The score below which classes are left out unless a call says otherwise: what the model recommends, else 0.
  public var scoreThreshold: Float { recommendedScoreThreshold ?? 0 }

  /// One sentence that names what the model does not say about itself and should; nil where nothing is missing.
  public var warning: String? { model.warning }

  private let model: PictureModel

  /// Makes a classifier of a model.
  ///
  /// - Parameters:
  ///   - model: a classifier with one input, [1, height, width, 1 or 3], and one output with a score for each class.
  ///   - labels: the names of the classes; nil takes those that are packed with the model.
  ///   - locale: the language of the labels, such as `en` or `pt-BR`, where the model has several.
  ///   - options: how the model runs.
  /// - Throws: ``VisionError`` when the model is no classifier, its metadata is contradictory, or there are fewer labels
  ///   than classes; `InterpreterError`, which names operator and tensor, when it cannot run.
  public init(
    model: Model, labels: LabelList? = nil, locale: String = "en", options: Interpreter.Options? = nil
  ) throws {
    let inputs = model.subgraphs[0].inputs.count
    guard inputs == 1 else { throw VisionError.unsuitableInput("it has \(inputs) inputs, expected 1") }
    let description = try VisionModel(model, locale: locale)
    self.model = try PictureModel(
      description, labels: labels, classCount: try Self.classCount(of: description), usualNormalization: .symmetric,
      look: PictureLook(), options: options)
  }

  private init(_ other: Classifier, threadCount: Int) throws {
    model = try PictureModel(other.model, threadCount: threadCount)
  }

  /// Another classifier of the same model with the same properties, for another thread; they share the weights.
  ///
  /// - Parameter threadCount: how many threads run the model.
  /// - Throws: `InterpreterError` when there is no memory for another.
  public func copy(threadCount: Int = 1) throws -> Classifier { try Classifier(self, threadCount: threadCount) }

  /// How large a picture must be for the classifier to see all of it that it can, for `ReducedImage`; nil where every pixel
  /// may count, as with bilinear interpolation.
  public var neededSize: (width: Int, height: Int)? { model.neededSize }

  private static func classCount(of model: VisionModel) throws(VisionError) -> Int {
    if let count = model.classScoreCount { return count }
    let advice = model.isLikelyDetector ? "; it looks like a detector: use a Detector (tflite detect)" : ""
    guard model.outputs.count == 1 else {
      throw .noClassifier("it has \(model.outputs.count) outputs; expected one with a score for each class\(advice)")
    }
    let output = model.outputs[0]
    throw .noClassifier(
      "output \"\(output.name)\" has shape \(output.shape); expected a score for each class, [1, classes]\(advice)")
  }

  /// Says what a picture shows.
  ///
  /// - Parameters:
  ///   - image: the picture as a person sees it.
  ///   - region: the part that is looked at, in pixels of the picture, widened to whole ones; nil stands for all of it.
  ///   - fitting: how the part is brought to the size of the model's input.
  ///   - scoreThreshold: classes with a lower score are left out; nil stands for ``scoreThreshold``.
  ///   - maxResults: only the best so many classes are given; nil gives all.
  /// - Returns: the classes, best first, and how long each part took.
  /// - Throws: ``VisionError/emptyRegion(_:)``, ``VisionError/invalidOption(name:value:expected:)``, `ImageError` when the
  ///   picture cannot be scaled, `InterpreterError` when the model cannot compute with it.
  public func classify(
    _ image: Image, region: BoundingBox? = nil, fitting: PictureFitting = .stretch, scoreThreshold: Float? = nil,
    maxResults: Int? = nil
  ) throws -> ClassificationResult {
    try classify(
      image, region.map { try image.pixels(in: $0) } ?? PixelRectangle(of: image), fitting, scoreThreshold, maxResults)
  }

  /// Says what a picture shows that was decoded at ``neededSize``.
  ///
  /// Parameters, results and errors are those for a picture with all of its pixels.
  public func classify(
    _ image: ReducedImage, fitting: PictureFitting = .stretch, scoreThreshold: Float? = nil, maxResults: Int? = nil
  ) throws -> ClassificationResult {
    try classify(image.image, PixelRectangle(of: image.image), fitting, scoreThreshold, maxResults)
  }

  private func classify(
    _ image: Image, _ part: PixelRectangle, _ fitting: PictureFitting, _ scoreThreshold: Float?, _ maxResults: Int?
  ) throws -> ClassificationResult {
    try OptionChecks.labelThreshold(scoreThreshold, "scoreThreshold")
    try OptionChecks.count(maxResults, "maxResults")
    var look = model.look
    look.fitting = fitting
    let threshold = scoreThreshold ?? self.scoreThreshold
    var times = RunTimes()
    let ranked = try model.runner.run(image, part, look, &times) { outputs, _ in
      outputs.withValues(of: 0) { scores in
        var ranked: [(index: Int, score: Float)] = []
        for index in scores.indices {
          let score = model.calibration?.calibrated(scores[index], classIndex: index) ?? scores[index]
          if score >= threshold { ranked.append((index, score)) }
        }
        return ranked
      }
    }
    let found = ranked.sorted { $0.score > $1.score }.prefix(maxResults ?? Int.max)
      .map { Classification(label: model.name(of: $0.index), classIndex: $0.index, score: $0.score) }
    return ClassificationResult(
      classifications: found, scoreThreshold: threshold, resizeTime: times.resize, inferenceTime: times.inference)
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
  /// Classes with a lower score were left out.
  public let scoreThreshold: Float
  /// The time it took to scale the picture and to copy it into the input.
  public let resizeTime: Duration
  /// The time that the model ran.
  public let inferenceTime: Duration
}

extension Image {
  /// The pixels of a region that lie in the picture, widened to whole ones.
  ///
  /// - Throws: ``VisionError/emptyRegion(_:)`` where nothing of the picture is in the region.
  func pixels(in region: BoundingBox) throws(VisionError) -> PixelRectangle {
    func range(_ start: Double, _ length: Double, within count: Int) -> Range<Int> {
      // Kept within the picture first: no integer holds every number.
      let first = min(max(start, 0), Double(count))
      let last = min(max(start + length, first), Double(count))
      guard first < last else { return 0..<0 }
      return Int(first.rounded(.down))..<Int(last.rounded(.up))
    }
    let (columns, rows) = (range(region.x, region.width, within: width), range(region.y, region.height, within: height))
    guard !columns.isEmpty, !rows.isEmpty else { throw .emptyRegion(region) }
    return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
