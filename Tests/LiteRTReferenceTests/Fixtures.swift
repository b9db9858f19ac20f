import Foundation
import LiteRTReference
import Testing

/// Where the tests find the C library and the models they run.
enum Fixtures {
  /// The folder that holds `Package.swift`.
  static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of public models: `TFLITE_ZOO`, else `../shared/zoo` beside the package.
  static let zoo =
    ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(filePath: $0) }
    ?? packageRoot.appending(path: "../shared/zoo")

  /// Whether this platform has the library at all. Where it has, a missing library fails the tests.
  static let isSupported = LiteRTLibrary.unsupportedPlatform == nil

  static func library() throws -> LiteRTLibrary {
    try LiteRTLibrary(path: LiteRTLibrary.defaultPath(packageRoot: packageRoot.path))
  }

  static func model(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: zoo.appending(path: "models").appending(path: name)))
  }

  static func bytes<Element: BitwiseCopyable>(_ values: [Element]) -> [UInt8] {
    values.withUnsafeBytes { Array($0) }
  }

  /// The memory this process holds now.
  static func residentKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
  }
}
