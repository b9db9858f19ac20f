import Dispatch
import Foundation

/// Says what pictures show.
///
/// Its methods may be called from any thread; pictures are worked on one after the other.
public final class ImageLabeler: Sendable {
  /// Where completions run: the main queue on Apple platforms, elsewhere a queue of the labeler's own.
  public var callbackQueue: DispatchQueue {
    get { worker.callbackQueue }
    set { worker.callbackQueue = newValue }
  }

  private let worker: PictureWorker<Classifier>
  private let scoreThreshold: Float?
  private let maxResults: Int
  private let region: BoundingBox?

  /// Makes a labeler. What is wrong with its model is told when the first picture comes.
  ///
  /// - Parameter options: are read now; later changes have no effect.
  public static func imageLabeler(options: CommonImageLabelerOptions) -> ImageLabeler {
    ImageLabeler(options, PictureWorker("ImageLabeler") { try options.makeClassifier() })
  }

  /// Makes a labeler.
  ///
  /// - Parameter options: are read now; later changes have no effect.
  /// - Throws: ``VisionError``, `ModelError` or `InterpreterError` when the model cannot be used.
  public convenience init(options: CommonImageLabelerOptions) throws {
    let worker = PictureWorker("ImageLabeler") { try options.makeClassifier() }
    try worker.check()
    self.init(options, worker)
  }

  private init(_ options: CommonImageLabelerOptions, _ worker: PictureWorker<Classifier>) {
    self.worker = worker
    scoreThreshold = options.confidenceThreshold?.floatValue
    maxResults = options.maxResultCount
    region = options.regionOfInterest.map(BoundingBox.init)
  }

  /// Says what a picture shows. The calling thread waits, and works.
  ///
  /// - Returns: the labels, best first.
  /// - Throws: what is wrong with the picture (`ImageError`, ``VisionError/emptyRegion(_:)``) or with the model
  ///   (``VisionError``, `ModelError`, `InterpreterError`); the next picture is worked on all the same.
  public func results(in image: any CompatibleImage) throws -> [ImageLabel] {
    let picture = try image.upright()
    return try worker.withModels { classifier in
      try classifier.classify(picture, region: region, scoreThreshold: scoreThreshold, maxResults: maxResults)
        .classifications.map { ImageLabel(text: $0.label ?? "", confidence: $0.score, index: $0.classIndex) }
    }
  }

  /// Says what a picture shows, on a background thread.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - completion: gets the labels or the error, on the ``callbackQueue``.
  public func process(
    _ image: any CompatibleImage,
    completion: @escaping @Sendable (_ labels: [ImageLabel]?, _ error: (any Error)?) -> Void
  ) {
    worker.run({ try self.results(in: image) }, completion: completion)
  }

  /// Says what a picture shows, on a background thread.
  ///
  /// - Throws: as ``results(in:)``.
  public func process(_ image: any CompatibleImage) async throws -> [ImageLabel] {
    try await worker.run { try self.results(in: image) }
  }
}

extension CommonImageLabelerOptions {
  fileprivate func makeClassifier() throws -> Classifier {
    try OptionChecks.labelThreshold(confidenceThreshold?.floatValue, "confidenceThreshold")
    try OptionChecks.count(maxResultCount, "maxResultCount")
    return try loadModel().makeClassifier(options: interpreterOptions)
  }
}
