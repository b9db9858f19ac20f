import Foundation

/// The TFLite C library as `Scripts/test` puts it beside the package's build.
enum LiteRTFile {
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["LITERT_LIBRARY"], !named.isEmpty {
      return URL(fileURLWithPath: named).absoluteURL.path
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".build/litert/ai_edge_litert/libLiteRt.so").path
  }()

  static let isPresent = FileManager.default.fileExists(atPath: path)
  static let absence = "the TFLite C library is not there; Scripts/test fetches it"
}
