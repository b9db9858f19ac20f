import Dispatch
import Foundation

/// Finds objects in pictures, labels them, and follows them through videos.
///
/// Its methods may be called from any thread; pictures are worked on one after the other.
public final class ObjectDetector: Sendable {
  /// Where completions run: the main queue on Apple platforms, elsewhere a queue of the detector's own, because a
  /// command-line tool has no main run loop.
  public var callbackQueue: DispatchQueue {
    get { worker.callbackQueue }
    set { worker.callbackQueue = newValue }
  }

  private let worker: PictureWorker<ObjectFinder>

  /// Makes a detector. What is wrong with its models is told when the first picture comes.
  ///
  /// - Parameter options: are read now; later changes have no effect.
  public static func objectDetector(options: CommonObjectDetectorOptions) -> ObjectDetector {
    ObjectDetector(PictureWorker("ObjectDetector") { try ObjectFinder(options) })
  }

  /// Makes a detector.
  ///
  /// - Parameter options: are read now; later changes have no effect.
  /// - Throws: ``VisionError``, `ModelError` or `InterpreterError` when a model cannot be used.
  public convenience init(options: CommonObjectDetectorOptions) throws {
    let worker = PictureWorker("ObjectDetector") { try ObjectFinder(options) }
    try worker.check()
    self.init(worker)
  }

  private init(_ worker: PictureWorker<ObjectFinder>) { self.worker = worker }

  /// Finds the objects in a picture. The calling thread waits, and works.
  ///
  /// - Returns: the objects, best first; at most one unless multiple objects are enabled.
  /// - Throws: what is wrong with the picture (`ImageError`) or with a model (``VisionError``, `ModelError`,
  ///   `InterpreterError`); the next picture is worked on all the same.
  public func results(in image: any CompatibleImage) throws -> [Object] {
    let picture = try image.upright()
    return try worker.withModels { try $0.objects(in: picture, at: image.timestamp) }
  }

  /// Models for so many threads, each for pictures that are unrelated.
  func finders(count: Int) throws -> [ObjectFinder] {
    try worker.withModels { models in try (0..<count).map { _ in try models.copy() } }
  }

  /// Finds the objects in a picture on a background thread.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - completion: gets the objects or the error, on the ``callbackQueue``.
  public func process(
    _ image: any CompatibleImage, completion: @escaping @Sendable (_ objects: [Object]?, _ error: (any Error)?) -> Void
  ) {
    worker.run({ try self.results(in: image) }, completion: completion)
  }

  /// Finds the objects in a picture on a background thread.
  ///
  /// - Throws: as ``results(in:)``.
  public func process(_ image: any CompatibleImage) async throws -> [Object] {
    try await worker.run { try self.results(in: image) }
  }
}
