import Foundation
import TFLite
import TFLiteModelManager

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
  func loadModel() throws -> LoadedModel { try LocalModel(.codeSymbology).load() }
}

/// An image labeler with the model that comes with the package, which tells the symbology of a code that fills the
/// picture.
public final class ImageLabelerOptions: CommonImageLabelerOptions {
  /// The defaults.
  public override init() { super.init() }
}

/// An image labeler with a model of the caller's.
public final class CustomImageLabelerOptions: CommonImageLabelerOptions {
  /// Where remote models are looked for.
  public var modelManager = ModelManager.modelManager()

  private let model: NamedModel

  /// Names the model.
  public convenience init(localModel: LocalModel) { self.init(model: .local(localModel)) }

  /// Names a model that has been downloaded.
  ///
  /// Whether it has is looked up when a labeler is made. Without it, the first picture fails.
  public convenience init(remoteModel: CustomRemoteModel) { self.init(model: .remote(remoteModel, orElse: nil)) }

  /// Names the downloaded model, or else that of the app. Which of them is there is looked up when a labeler is made.
  public convenience init(remoteModel: CustomRemoteModel, orElse localModel: LocalModel) {
    self.init(model: .remote(remoteModel, orElse: localModel))
  }

  init(model: NamedModel) {
    self.model = model
    super.init()
  }

  override func loadModel() throws -> LoadedModel { try model.load(by: modelManager) }
}
