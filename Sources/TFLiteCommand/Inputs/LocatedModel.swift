import ArgumentParser
import Foundation
import TFLiteBundledModels
import TFLiteImageCodecs
import TFLiteModelManager
import TFLiteSchema

/// The files of a model, found by what stands on the command line: the path of a file, or the name of a model that comes
/// with the program or was downloaded. Where several exist, the first of these is meant.
struct LocatedModel {
  let path: String
  /// The names of the classes that came with a downloaded model; nil where the model carries them.
  let labelsPath: String?

  /// - Parameter argument: a path or a name.
  /// - Throws: ``ModelsProblem/neitherFileNorModel(_:isOffered:nearest:)``, `BundledModelsError`.
  init(_ argument: String) throws {
    let isThere = FileManager.default.fileExists(atPath: argument)
    // Where these models are made, there are folders of their names.
    if let model = BundledModel(rawValue: argument), !isThere || PictureFiles.isFolder(argument) {
      (path, labelsPath) = (try model.modelPath(), nil)
      return
    }
    if isThere {
      (path, labelsPath) = (argument, nil)
      return
    }
    let manager = ModelManager.modelManager()
    guard let model = manager.downloadedModel(named: argument) else {
      throw ModelsProblem.neitherFileNorModel(
        argument, isOffered: ModelCatalog.offers(argument),
        nearest: NearestNames.of(
          argument, among: BundledModel.allCases.map(\.rawValue) + manager.downloadedModels().map(\.name)))
    }
    (path, labelsPath) = (model.path, model.labelsPath)
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
      if PictureFiles.isFolder(path) { return name.hasPrefix(".") ? nil : path + "/" }
      return name.hasSuffix(".tflite") ? path : nil
    }.sorted()
  }
}
