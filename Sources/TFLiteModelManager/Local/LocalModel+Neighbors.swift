import Foundation
import TFLiteCLibrary

extension LocalModel {
  /// Finds a model, and the names of its classes, by a path: a .tflite file, an AutoML manifest (a .json file), or a folder
  /// that holds a `manifest.json` or just one .tflite file.
  ///
  /// Beside a model, names are looked for in what a `manifest.json` that names the model says, else in `dict.txt`.
  ///
  /// - Throws: ``ModelManagerError/unreadableManifest(path:reason:)``, ``ModelManagerError/storage(path:reason:)`` for a folder
  ///   that does not hold one model, and where the system does not tell what there is.
  public convenience init(foundAt path: String) throws(ModelManagerError) {
    if try FileStatus.at(path)?.isFolder == true {
      let manifest = (path as NSString).appendingPathComponent("manifest.json")
      if try FileStatus.at(manifest) != nil {
        self.init(try AutoMLManifest(contentsOfFile: manifest))
        return
      }
      let models = try FolderContents.names(inFolder: path).filter { $0.hasSuffix(".tflite") }
      guard models.count == 1 else {
        throw .storage(
          path: path,
          reason: "the folder holds no manifest.json and \(models.count) .tflite files, expected one of the two")
      }
      let model = (path as NSString).appendingPathComponent(models[0])
      self.init(path: model, labelsPath: try Self.labels(beside: model))
      return
    }
    if (path as NSString).pathExtension.lowercased() == "json" {
      self.init(try AutoMLManifest(contentsOfFile: path))
      return
    }
    self.init(path: path, labelsPath: try Self.labels(beside: path))
  }

  /// The file with the names of the classes that lies beside a model.
  private static func labels(beside model: String) throws(ModelManagerError) -> String? {
    let folder = (model as NSString).deletingLastPathComponent
    func file(_ name: String) throws(ModelManagerError) -> String? {
      let path = (folder as NSString).appendingPathComponent(name)
      return try FileStatus.at(path) == nil ? nil : path
    }
    // Another model's manifest says nothing of this one; a broken one stops nobody from naming the model itself.
    if let path = try file("manifest.json"), let manifest = try? AutoMLManifest(contentsOfFile: path),
      (manifest.modelPath as NSString).lastPathComponent == (model as NSString).lastPathComponent
    {
      return manifest.labelsPath
    }
    return try file("dict.txt")
  }
}
