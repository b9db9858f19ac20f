import Foundation
import TFLite
import TFLiteImageCodecs
import TFLiteModelManager

/// How pictures follow each other.
public enum ObjectDetectorMode: Int, Sendable {
  /// Each for itself.
  case singleImage = 0
  /// As frames of a video: objects keep their ids.
  case stream = 1
}

/// What all kinds of object detectors have to be told.
public class CommonObjectDetectorOptions {
  /// How pictures follow each other.
  public var detectorMode: ObjectDetectorMode = .stream

  /// Whether all objects are wanted, or only the most prominent one.
  public var shouldEnableMultipleObjects = false

  /// Whether objects get labels.
  public var shouldEnableClassification = false

  /// How many objects a picture may have where multiple objects are enabled.
  public var maxObjectCount = 5

  /// The model that finds the objects; nil stands for the one that comes with the package, which finds codes.
  public var detectorModel: LocalModel?

  /// What the outputs of the detection model mean; nil finds it out.
  public var detectorHead: DetectionHead?

  /// The least score of an object; nil stands for the threshold that the detection model's metadata states, else 0.5.
  public var detectionScoreThreshold: Float?

  /// What counts as the same object in ``ObjectDetectorMode/stream``; nil stands for what suits the score threshold.
  public var trackerOptions: ObjectTracker.Options?

  /// How a picture is brought to the size of the detection model's input; nil stands for what suits the model.
  public var fitting: PictureFitting?

  /// What the pixels of a picture at that size are made of; nil stands for what the detection model states, else bilinear.
  public var resampling: Resampling?

  /// The order in which the detection model wants the colors of a pixel; nil stands for what is usual for its head.
  public var channelOrder: ChannelOrder?

  /// Whether pictures are also looked at part by part, for small objects; nil stands for the whole only.
  public var slicing: Slicing?

  /// Which coarse category each class of the detector belongs to, for objects that no model labels.
  public var categories = CoarseCategories.coco

  /// How models are run.
  public var interpreterOptions = Interpreter.Options()

  init() {}

  /// What gives objects their labels.
  func makeLabeling() throws -> any ObjectLabeling { CategoryLabeling(categories: categories) }
}

/// An object detector whose labels are coarse categories: fashion goods, food, home goods, places, plants.
public final class ObjectDetectorOptions: CommonObjectDetectorOptions {
  /// The defaults.
  public override init() { super.init() }
}

/// An object detector with a labeler of the caller's for the objects.
public final class CustomObjectDetectorOptions: CommonObjectDetectorOptions {
  /// Labels with less confidence are left out; nil stands for the threshold that the labeler's metadata states, else 0.
  public var classificationConfidenceThreshold: NSNumber?

  /// How many labels an object may have.
  public var maxPerObjectLabelCount = 10

  /// Where remote models are looked for.
  public var modelManager = ModelManager.modelManager()

  private let labeler: NamedModel

  /// Names the model that labels each object's part of the picture.
  public convenience init(localModel: LocalModel) { self.init(labeler: .local(localModel)) }

  /// Names the model that labels each object's part of the picture: one that has been downloaded.
  ///
  /// Whether it has is looked up when a detector is made. Without it, the first picture fails.
  public convenience init(remoteModel: CustomRemoteModel) { self.init(labeler: .remote(remoteModel, orElse: nil)) }

  /// Names the model that labels each object's part of the picture: the downloaded one, or else that of the app.
  ///
  /// Which of them is there is looked up when a detector is made.
  public convenience init(remoteModel: CustomRemoteModel, orElse localModel: LocalModel) {
    self.init(labeler: .remote(remoteModel, orElse: localModel))
  }

  private init(labeler: NamedModel) {
    self.labeler = labeler
    super.init()
  }

  override func makeLabeling() throws -> any ObjectLabeling {
    let threshold = classificationConfidenceThreshold?.floatValue
    try OptionChecks.labelThreshold(threshold, "classificationConfidenceThreshold")
    try OptionChecks.count(maxPerObjectLabelCount, "maxPerObjectLabelCount")
    return CropLabeling(
      classifier: try labeler.load(by: modelManager).makeClassifier(options: interpreterOptions),
      scoreThreshold: threshold, maxResults: maxPerObjectLabelCount)
  }
}
