import Foundation
import TFLite

/// What all kinds of image labelers have to be told.
public class CommonImageLabelerOptions {
  /// Labels with less confidence are left out; nil stands for the threshold that the model's metadata states, else 0.
  public var confidenceThreshold: NSNumber?

  /// How the model is run.
  public var interpreterOptions = Interpreter.Options()

  /// The part of each picture that is looked at, in pixels of the upright picture; nil stands for all of it.
  public var regionOfInterest: CGRect?

  /// How many labels a picture may have.
  public var maxResultCount = 10

  init() {}

  /// Reads the model.
  func loadModel() throws -> LoadedModel { try BundledModels.model(for: .labeling) }
}

/// An image labeler with the model that comes with the package.
public final class ImageLabelerOptions: CommonImageLabelerOptions {
  /// The defaults.
  public override init() { super.init() }
}

/// An image labeler with a model of the caller's.
public final class CustomImageLabelerOptions: CommonImageLabelerOptions {
  /// The model.
  public let localModel: LocalModel

  /// Names the model.
  public init(localModel: LocalModel) {
    self.localModel = localModel
    super.init()
  }

  override func loadModel() throws -> LoadedModel { try localModel.load() }
}
