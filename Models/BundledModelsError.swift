import Foundation

/// Why a file that comes with the package cannot be used.
public enum BundledModelsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The folder that `TFLITE_MODELS` names does not have the file.
  case notInNamedFolder(file: String, folder: String)
  /// No folder has the file.
  case notFound(file: String, folders: [String])

  /// What is missing, where it was looked for, and what to do.
  public var description: String {
    switch self {
    case .notInNamedFolder(let file, let folder): "\(file) is not in \(folder), which TFLITE_MODELS names"
    case .notFound(let file, let folders):
      "\(file), which comes with the package, is in none of \(folders.joined(separator: ", ")); copy the folder "
        + "swift-tflite_TFLiteBundledModels.resources from the build to where the program is, or set TFLITE_MODELS to a folder "
        + "that has the file"
    }
  }
}

extension BundledModelsError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
