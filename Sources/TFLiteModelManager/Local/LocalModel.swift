import TFLiteBundledModels

/// A model in files on this machine.
public final class LocalModel: Sendable {
  /// The model file.
  public let path: String
  /// The manifest that names the model file; nil where the model was named itself.
  public let manifestPath: String?
  /// The file with the names of the classes; nil where the model has to carry them.
  public let labelsPath: String?

  /// Names a model file. It is read when a detector or a labeler needs it.
  ///
  /// - Parameters:
  ///   - path: a .tflite file.
  ///   - labelsPath: a file with one class name a line, for models that carry none.
  public init(path: String, labelsPath: String? = nil) {
    self.path = path
    self.labelsPath = labelsPath
    manifestPath = nil
  }

  /// Names a model by its AutoML manifest: a `manifest.json` beside the model and its labels.
  ///
  /// - Returns: nil where the manifest cannot be read; ``AutoMLManifest/init(contentsOfFile:)`` says why.
  public convenience init?(manifestPath: String) {
    guard let manifest = try? AutoMLManifest(contentsOfFile: manifestPath) else { return nil }
    self.init(manifest)
  }

  /// Names the files of a manifest.
  public init(_ manifest: AutoMLManifest) {
    path = manifest.modelPath
    labelsPath = manifest.labelsPath
    manifestPath = manifest.path
  }

  /// Names a model that comes with the package.
  ///
  /// - Throws: `BundledModelsError`, where the package's models are not where the program can find them.
  public convenience init(_ model: BundledModel) throws(BundledModelsError) {
    self.init(path: try model.modelPath(), labelsPath: try model.labelsPath())
  }
}

/// A model by its AutoML manifest, under its older name.
public final class AutoMLLocalModel: Sendable {
  /// The manifest.
  public let manifestPath: String

  /// Names a manifest: a `manifest.json` beside the model and its labels. It is read when a labeler needs it.
  public init(manifestPath: String) { self.manifestPath = manifestPath }

  /// The model that the manifest names.
  ///
  /// - Throws: ``ModelManagerError/unreadableManifest(path:reason:)``.
  public func localModel() throws(ModelManagerError) -> LocalModel {
    LocalModel(try AutoMLManifest(contentsOfFile: manifestPath))
  }
}
