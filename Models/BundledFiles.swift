import Foundation

/// Where the files are that come with the package.
///
/// In this order: the folder that the environment variable `TFLITE_MODELS` names; the bundle beside the executable, which
/// moves with the program; the package's own folder, as long as the program stays on the machine where it was built.
/// `Bundle.module` is not asked: it ends the process when it finds nothing.
public enum BundledFiles {
  /// The index of well-known public models, in the format of a model index.
  ///
  /// - Throws: ``BundledModelsError``, where the package's files are not where the program can find them.
  public static func catalogPath() throws(BundledModelsError) -> String { try path(of: "catalog.json") }

  static func path(of file: String) throws(BundledModelsError) -> String {
    try path(
      of: file, namedFolder: ProcessInfo.processInfo.environment["TFLITE_MODELS"],
      folders: [besideExecutable, packageFolder].compactMap(\.self))
  }

  /// - Parameters:
  ///   - namedFolder: the only folder to look into; nil or empty where the user names none.
  ///   - folders: where to look else, the best first.
  static func path(of file: String, namedFolder: String?, folders: [String]) throws(BundledModelsError) -> String {
    if let namedFolder, !namedFolder.isEmpty {
      guard let path = existing(file, in: namedFolder) else {
        throw .notInNamedFolder(file: file, folder: namedFolder)
      }
      return path
    }
    for folder in folders {
      if let path = existing(file, in: folder) { return path }
    }
    throw .notFound(file: file, folders: folders)
  }

  private static func existing(_ file: String, in folder: String) -> String? {
    let path = URL(fileURLWithPath: folder).appendingPathComponent(file).path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The bundle that the package manager lays beside the program; nil where the system does not say where the program is.
  private static var besideExecutable: String? {
    #if os(Linux)
      let suffix = "resources"
      let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      let suffix = "bundle"
      let executable = Bundle.main.executablePath
    #endif
    return executable.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent()
        .appendingPathComponent("swift-tflite_TFLiteBundledModels.\(suffix)").path
    }
  }

  private static let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
}
