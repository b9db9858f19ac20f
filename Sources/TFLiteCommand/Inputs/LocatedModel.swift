import ArgumentParser
import Foundation
import TFLiteBundledModels
import TFLiteCLibrary
import TFLiteImageCodecs
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision

/// The files of a model, found by what stands on the command line: the path of a file, or the name of a model that comes
/// with the program or was downloaded. Where several exist, the first of these is meant. A path may also be that of a
/// manifest, or of a folder with a model in it.
struct LocatedModel {
  let path: String
  /// The names of the classes that lie beside the model or came with it; nil where the model has to carry them.
  let labelsPath: String?
  /// The AutoML manifest that names these files, or may do so because it lies beside the model.
  private let manifestPath: String?

  /// - Parameter argument: a path or a name.
  /// - Throws: ``ModelsProblem/neitherFileNorModel(_:isOffered:nearest:)``, `BundledModelsError`,
  ///   ``ModelManagerError/unreadableManifest(path:reason:)``, ``ModelManagerError/storage(path:reason:)``,
  ///   `FileStatusError`.
  init(_ argument: String) throws {
    let status = try FileStatus(argument)
    // Where these models are made, there are folders of their names.
    if let model = BundledModel(rawValue: argument), status?.isFolder ?? true {
      (path, labelsPath, manifestPath) = (try model.modelPath(), nil, nil)
      return
    }
    if status != nil {
      let found = try LocalModel(foundAt: argument)
      let folder = (found.path as NSString).deletingLastPathComponent as NSString
      (path, labelsPath) = (found.path, found.labelsPath)
      manifestPath = found.manifestPath ?? folder.appendingPathComponent("manifest.json")
      return
    }
    let manager = ModelManager.modelManager()
    guard let model = try manager.readableModel(named: argument) else {
      throw ModelsProblem.neitherFileNorModel(
        argument, isOffered: ModelCatalog.offers(argument),
        nearest: NearestNames.of(
          argument, among: BundledModel.allCases.map(\.rawValue) + manager.downloadedModels().map(\.name)))
    }
    (path, labelsPath, manifestPath) = (model.path, model.labelsPath, nil)
  }

  /// The files that are read for an argument, some of which may not be there; the argument itself where it means no model.
  /// What goes wrong is told, and ends the program: a file that nobody has found could be overwritten.
  static func files(of argument: String) throws -> [String] {
    try StandardError.reportingFailure(of: argument) {
      do {
        let model = try LocatedModel(argument)
        return [model.path, model.labelsPath, model.manifestPath].compactMap(\.self)
      } catch is ModelsProblem {
        return [argument]
      }
    }
  }

  /// Whether an argument means a model, where it could mean an input: a .tflite file, or what is no file and is not called
  /// like a picture or an array.
  static func isModel(_ argument: String) -> Bool {
    let kind = (argument as NSString).pathExtension.lowercased()
    if kind == "tflite" { return true }
    return !FileManager.default.fileExists(atPath: argument)
      && !ImageFormat.fileExtensions.union(["npy", "npz"]).contains(kind)
  }

  /// Reads the model.
  ///
  /// - Throws: `ModelError.inFile` for a file that is no model.
  func load() throws -> Model { try Model(contentsOfFile: path) }
}

/// A model for pictures, and the names of its classes.
struct LabeledModel {
  let model: Model
  /// nil where the model carries them, or nobody knows them.
  let labels: LabelList?
  /// The file that they are in; nil where the model carries them.
  private let labelsPath: String?

  /// Reads both. What goes wrong is told, and ends the program.
  ///
  /// - Parameters:
  ///   - argument: a path or a name.
  ///   - labelsPath: the file with the names that the caller wants; nil takes the model's own, else those beside it.
  init(_ argument: String, labelsPath: String?) throws {
    let files = try StandardError.reportingFailure(of: argument) { try LocatedModel(argument) }
    let given = try labelsPath.map { path in
      try StandardError.reportingFailure(of: path) { try LabelList(contentsOfFile: path) }
    }
    let model = try StandardError.reportingFailure(of: argument) { try files.load() }
    self.model = model
    if let given {
      (labels, self.labelsPath) = (given, labelsPath)
    } else if LabelList(packedWith: model) != nil {
      (labels, self.labelsPath) = (nil, nil)
    } else {
      self.labelsPath = files.labelsPath
      labels = try files.labelsPath.map { path in
        try StandardError.reportingFailure(of: path) { try LabelList(contentsOfFile: path) }
      }
    }
  }

  /// Runs `body`; what it throws is told of the model, or of the labels that do not fit it, and ends the program.
  func reportingFailure<Result>(of argument: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      var subject = argument
      if case VisionError.tooFewLabels = error { subject = labelsPath ?? argument }
      return try StandardError.reportingFailure(of: subject) { throw error }
    }
  }
}

extension CompletionKind {
  /// The names of models that come with the program or were downloaded, and .tflite files.
  static let model = CompletionKind.custom { _, _, typed in
    BundledModel.allCases.map(\.rawValue) + ModelManager.modelManager().downloadedModels().map(\.name)
      + ModelFiles.beginning(with: typed)
  }

  /// The names of downloaded models.
  static let downloadedModel = CompletionKind.custom { _, _, _ in
    ModelManager.modelManager().downloadedModels().map(\.name)
  }

  /// The names of the models that can be downloaded by name.
  static let offeredModel = CompletionKind.custom { _, _, _ in ModelCatalog.names }
}

/// Model files for a shell that completes a word.
private enum ModelFiles {
  /// The .tflite files and folders whose path begins so.
  static func beginning(with typed: String) -> [String] {
    let folder = String(typed[..<(typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex)])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.compactMap { name in
      let path = folder + name
      if (try? FileStatus.isFolder(path)) == true { return name.hasPrefix(".") ? nil : path + "/" }
      return name.hasSuffix(".tflite") ? path : nil
    }.sorted()
  }
}
