import Foundation
import TestModels

/// A library of others that loads .tflite files, each time in a process of its own, which may crash.
enum OtherLoader: String, CaseIterable {
  case cLibrary = "c-library"
  case interpreter
  case openVINO = "openvino"

  /// How the article calls it.
  var title: String {
    switch self {
    case .cLibrary: "TFLite C library"
    case .interpreter: "TFLite in Python"
    case .openVINO: "OpenVINO"
    }
  }

  /// What became of a file.
  enum Outcome: Hashable {
    case runs
    case refused
    /// The process ended.
    case crashed
    /// It did not end in time.
    case hung
  }

  /// The Python that has them; `Scripts/campaign loaders` makes it.
  static let python = ProcessInfo.processInfo.environment["OTHER_LOADERS"]

  private static let patience: Double = 20

  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Loaders/load.py")

  /// - Parameter python: has the loaders' packages.
  func load(_ file: URL, python: String) throws -> Outcome {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: python)
    let library = ProcessInfo.processInfo.environment["LITERT_LIBRARY"]
    child.arguments =
      [Self.script.path, rawValue, file.path]
      + (self == .cLibrary
        ? [
          BuiltProducts.executable("LiteRTRunner").path, library ?? ".build/litert/ai_edge_litert/libLiteRt.so",
        ] : [])
    child.standardOutput = FileHandle.nullDevice
    child.standardError = FileHandle.nullDevice
    switch try child.run(patience: Self.patience) {
    case .exited(0): return .runs
    case .exited(3): return .refused
    case .exited(let status):
      throw CocoaError(
        .executableLoad, userInfo: [NSLocalizedDescriptionKey: "\(title) ended with exit code \(status)"])
    case .signaled: return .crashed
    case .hung: return .hung
    }
  }
}
