import TFLite
import TFLiteModelManager
import TFLiteSchema

/// A model that has been read, and the names of its classes where they come from a file of their own.
struct LoadedModel: Sendable {
  let model: Model
  let labels: LabelList?

  func makeDetector(head: DetectionHead?, options: Interpreter.Options) throws -> Detector {
    try Detector(model: model, labels: labels, head: head, options: options)
  }

  func makeClassifier(options: Interpreter.Options) throws -> Classifier {
    try Classifier(model: model, labels: labels, options: options)
  }
}

extension LocalModel {
  /// Reads the files.
  ///
  /// - Throws: `ModelError.inFile` for a file that is no model, ``VisionError/unreadableLabels(path:reason:)``.
  func load() throws -> LoadedModel {
    LoadedModel(
      model: try Model(contentsOfFile: path),
      labels: try labelsPath.map { path throws(VisionError) in
        try LabelList(contentsOfFile: path)
      })
  }
}

/// A model that options name.
enum NamedModel {
  case local(LocalModel)
  case remote(any RemoteModel, orElse: LocalModel?)

  /// Reads the files.
  ///
  /// - Throws: `ModelManagerError.notDownloaded` for a remote model that is not there, if nothing is to be taken instead;
  ///   what ``LocalModel/load()`` throws.
  func load(by manager: ModelManager) throws -> LoadedModel {
    switch self {
    case .local(let model): return try model.load()
    case .remote(let model, let fallback):
      if let loaded = try manager.read(model, { try $0.load() }) { return loaded }
      guard let fallback else { throw ModelManagerError.inModel(model.name, .notDownloaded) }
      return try fallback.load()
    }
  }
}
