import Foundation
import Synchronization
import TFLiteImageCodecs
import TFLiteModelManager

// The names that this interface had first. Each is a thin cover over the newer one.

/// The way to detectors and labelers, under the older names.
public final class Vision: Sendable {
  private static let instance = Vision()

  private init() {}

  /// The only instance.
  public static func vision() -> Vision { instance }

  /// An object detector with the default options.
  public func objectDetector() -> VisionObjectDetector { objectDetector(options: VisionObjectDetectorOptions()) }

  /// An object detector.
  public func objectDetector(options: VisionObjectDetectorOptions) -> VisionObjectDetector {
    VisionObjectDetector(options)
  }

  /// A labeler with a model that AutoML has trained.
  public func onDeviceAutoMLImageLabeler(options: VisionOnDeviceAutoMLImageLabelerOptions) -> VisionImageLabeler {
    VisionImageLabeler(options)
  }
}

/// The older name of ``ObjectDetectorMode``.
public typealias VisionObjectDetectorMode = ObjectDetectorMode

/// The older name of ``ObjectCategory``.
public typealias VisionObjectCategory = ObjectCategory

/// The older name of ``ObjectDetectorOptions``.
public typealias VisionObjectDetectorOptions = ObjectDetectorOptions

/// The older form of ``ObjectDetector``: objects have one category instead of labels.
public final class VisionObjectDetector: Sendable {
  private let detector: ObjectDetector

  fileprivate init(_ options: VisionObjectDetectorOptions) { detector = .objectDetector(options: options) }

  /// Finds the objects in a picture.
  ///
  /// - Throws: as ``ObjectDetector/results(in:)``.
  public func results(in image: VisionImage) throws -> [VisionObject] {
    try detector.results(in: image).map(VisionObject.init)
  }

  /// Finds the objects in a picture on a background thread.
  public func process(
    _ image: VisionImage, completion: @escaping @Sendable (_ objects: [VisionObject]?, _ error: (any Error)?) -> Void
  ) {
    detector.process(image) { objects, error in completion(objects?.map(VisionObject.init), error) }
  }
}

/// The older form of ``Object``.
public struct VisionObject: Sendable, Equatable {
  /// Where the object is, in pixels of the upright picture.
  public let frame: CGRect
  /// The number that the object keeps from frame to frame; nil in ``ObjectDetectorMode/singleImage``.
  public let trackingID: NSNumber?
  /// The broad kind of thing that the object is; unknown where classification is off.
  public let classificationCategory: VisionObjectCategory
  /// How sure the detector is; nil where the category is unknown.
  public let confidence: NSNumber?

  fileprivate init(_ object: Object) {
    frame = object.frame
    trackingID = object.trackingID
    let label = object.labels.first
    classificationCategory = label.flatMap { DetectedObjectLabel(rawValue: $0.text)?.category } ?? .unknown
    confidence = label.map { NSNumber(value: $0.confidence) }
  }
}

/// The older form of ``CustomImageLabelerOptions``.
public final class VisionOnDeviceAutoMLImageLabelerOptions {
  /// Labels with less confidence are left out.
  public var confidenceThreshold: Float = 0

  /// Where remote models are looked for.
  public var modelManager = ModelManager.modelManager()

  /// Reads the manifest of a local model.
  fileprivate let model: () throws(ModelManagerError) -> NamedModel

  /// Names the model.
  public init(localModel: AutoMLLocalModel) {
    model = { () throws(ModelManagerError) in .local(try localModel.localModel()) }
  }

  /// Names a model that has been downloaded.
  public init(remoteModel: AutoMLRemoteModel) { model = { .remote(remoteModel, orElse: nil) } }
}

/// The older form of ``ImageLabeler``.
public final class VisionImageLabeler: Sendable {
  private let labeler: Result<ImageLabeler, ModelManagerError>

  fileprivate init(_ options: VisionOnDeviceAutoMLImageLabelerOptions) {
    labeler = Result { () throws(ModelManagerError) in
      let newer = CustomImageLabelerOptions(model: try options.model())
      newer.modelManager = options.modelManager
      newer.confidenceThreshold = NSNumber(value: options.confidenceThreshold)
      return ImageLabeler.imageLabeler(options: newer)
    }
  }

  /// Says what a picture shows.
  ///
  /// - Throws: as ``ImageLabeler/results(in:)``, and `ModelManagerError.unreadableManifest`.
  public func results(in image: VisionImage) throws -> [VisionImageLabel] {
    try labeler.get().results(in: image).map(VisionImageLabel.init)
  }

  /// Says what a picture shows, on a background thread.
  public func process(
    _ image: VisionImage, completion: @escaping @Sendable (_ labels: [VisionImageLabel]?, _ error: (any Error)?) -> Void
  ) {
    switch labeler {
    case .success(let labeler):
      labeler.process(image) { labels, error in completion(labels?.map(VisionImageLabel.init), error) }
    case .failure(let error):
      DispatchQueue.global().async { completion(nil, error) }
    }
  }
}

/// The older form of ``ImageLabel``.
public struct VisionImageLabel: Sendable, Equatable {
  /// The name of the class.
  public let text: String
  /// How sure the model is, 0 to 1.
  public let confidence: NSNumber?

  fileprivate init(_ label: ImageLabel) {
    text = label.text
    confidence = NSNumber(value: label.confidence)
  }
}

/// What is known about a picture from a camera.
public final class VisionImageMetadata: Sendable {
  /// Where the first row and the first column of the stored pixels lie in the picture that a person sees.
  public var orientation: VisionDetectorImageOrientation {
    get { box.withLock { $0 } }
    set { box.withLock { $0 = newValue } }
  }

  private let box = Mutex(VisionDetectorImageOrientation.topLeft)

  /// A picture that is stored as seen.
  public init() {}
}

/// Where the first row and the first column of stored pixels lie in the picture that a person sees.
public enum VisionDetectorImageOrientation: UInt8, Sendable, CaseIterable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  /// The same in the words of the newer interface: both count as EXIF does.
  public var imageOrientation: ImageOrientation { ImageOrientation(rawValue: rawValue) ?? .up }
}

extension VisionImage {
  /// What is known about the picture; assigning it sets the orientation.
  public var metadata: VisionImageMetadata? {
    get {
      let metadata = VisionImageMetadata()
      metadata.orientation = VisionDetectorImageOrientation(rawValue: storedOrientation.rawValue) ?? .topLeft
      return metadata
    }
    set { storedOrientation = newValue?.orientation.imageOrientation ?? .up }
  }
}
